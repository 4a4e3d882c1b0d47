import { foldWord } from './name-key.ts'

/** Words that distinguish a place from a person or a company. General English usage unless noted; no list comes from a test set. */

const words = (list: string): ReadonlySet<string> =>
  new Set(
    list
      .split(/\s+/)
      .filter((word) => word !== '')
      .map(foldWord),
  )

/** Prepositions before places: the first set is rarely followed by anything else, the second more often. */
export const LOCATIVE = words(
  'in near outside throughout across around inside within en dans à près aus nach bei im en em na no cerca desde hasta vicino в во из под около near',
)
export const DIRECTIONAL = words(
  'at from to into toward towards via through between of de da do di du off around across beyond above below along against over leaving visiting vers von до к по',
)

export const TITLES = words(
  `mr mrs ms miss dr prof professor sir dame lord lady rev reverend fr father sister brother judge justice sen senator rep representative gov governor
  president vice chancellor minister premier secretary gen general col colonel maj major capt captain lt lieutenant sgt sergeant cpl corporal pvt
  private officer detective deputy sheriff chief coach king queen prince princess pope bishop archbishop cardinal rabbi imam sheik sheikh ayatollah
  attorney councilman councilwoman councilmember commissioner congressman congresswoman ambassador director chairman chairwoman
  spokesman spokeswoman actor actress singer author writer quarterback pitcher inspector constable trooper m mme mlle monsieur madame
  herr frau señor señora sr sra don doña signor signora saint uncle aunt cousin grandma grandpa`,
)

/** After a name: it is part of an address. */
export const STREETS = words(
  `street st road rd avenue ave drive dr lane ln boulevard blvd highway hwy court ct parkway pkwy terrace circle cir pike trail route square plaza
  bridge building tower house hall hotel stadium arena theater theatre`,
)

/** After a name: an organisation, not the place; corpora of local news do not annotate these. */
export const ORGANISATIONS = words(
  `university college hospital clinic school academy institute airport foundation inc corp corporation co company ltd llc plc group bank
  church cathedral temple library museum park zoo mall cemetery chapel elementary middle memorial medical center centre
  fc united city's rangers sox bulls bears tigers lions eagles yankees mets dodgers giants jets knicks lakers cubs packers cowboys saints
  award prize festival cup bowl open act law`,
)

/** After a name, in capitals: a newspaper. */
export const PERIODICALS = words(
  'times tribune post herald gazette journal chronicle news press daily star sun globe observer examiner telegraph dispatch register sentinel courier',
)

/** After a name: diseases are named after the place of discovery. */
export const DISEASES = words('virus disease fever flu influenza syndrome encephalitis strain')

/** Compass directions, which are also units in some countries. */
export const COMPASS = words(
  'north south east west northern southern eastern western central centre center northeast northwest southeast southwest upper lower middle',
)

/** After a name, capitalised: the place itself acts, and annotators mark it. */
export const OFFICES = words(
  `police fire department sheriff sheriff's mayor city county town township village council state government president minister prime parliament senate
  legislature governor supreme district court board commission community residents resident public foreign health ministry army national`,
)

/** Before a name: kinds of place, directions or parts of a country. */
export const KINDS_BEFORE = words(
  `city town village district province state county region capital port island islands municipality republic kingdom borough suburb hamlet community
  northern southern eastern western northeastern northwestern southeastern southwestern central north south east west northeast northwest southeast
  southwest upstate downtown uptown greater rural suburban mainland inner metropolitan neighboring neighbouring nearby`,
)

/** After a name: kinds of place. */
export const KINDS_AFTER = words(
  `counties provinces states districts county parish province prefecture district township borough region state city town village municipality governorate oblast island islands
  peninsula area suburb metro coast border capital residents`,
)

/** `X of <name>` that is an organisation or a work, not a place that acts. */
export const ORGANISATIONS_OF = words(
  'bank church daughters sons knights order duke earl duchess king queen prince bishop archbishop battle treaty gulf',
)

/** Next to a name: indicates the unit or the settlement. */
export const UNIT_WORDS = words(
  'state province county region prefecture governorate oblast district canton department',
)
export const TOWN_WORDS = words('city town village municipality port capital suburb hamlet')

/** After a surname: a government. */
export const GOVERNMENTS = words('administration regime presidency campaign')

/** After a town's name: a person or thing from there. */
export const RESIDENTS = words(
  'man woman native resident residents teen teenager couple family girl boy officials police mayor officer officers firefighters area',
)

/** After a name: usually a person, but countries and provinces also make statements. */
export const SPEECH = words('said says told added testified explained recalled noted')

/** Lower-case words inside place names. */
export const PARTICLES = words(
  'd l of the de la las los le les del della di da do dos das du des der den am an im in on upon sur sous aux au en al el y e and und et van von zu zur bei ob près op aan by le under',
)

/** Capitalised words that are almost never places, such as calendar words. */
export const NEVER_PLACES = words(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december
  jan feb mar apr jun jul aug sep sept oct nov dec christmas easter ramadan god jesus christ bible internet republican democrat democratic
  english spanish catholic muslim christian jewish islam islamic arab arabs kurd kurds i he she it we they you the a an this that these those and or but if when where who what
  lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
  lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril mai juin juillet août septembre octobre novembre décembre
  montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz juni juli oktober dezember`,
)
