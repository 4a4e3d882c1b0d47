/** Words are compared in lower case, without a trailing full stop. */
const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Titles before a person's name, in the major languages in Latin and Cyrillic script. */
export const TITLES = words(
  'mr mrs ms miss dr prof professor sir dame lord lady president vice-president premier chancellor minister prime secretary ' +
    'senator sen rep congressman congresswoman gov governor mayor councilman councilwoman judge justice attorney ' +
    'king queen prince princess pope bishop archbishop cardinal imam rabbi rev reverend pastor father sister saint ' +
    'gen general col colonel maj major capt captain lt lieutenant sgt sergeant cpl corporal pvt private adm admiral cmdr commander ' +
    'officer deputy chief sheriff detective det inspector trooper agent coach director chairman chairwoman ceo spokesman spokeswoman ' +
    'señor señora sr sra srta don doña doctor doctora presidente presidenta ministro ministra alcalde alcaldesa gobernador juez ' +
    'm mme mlle monsieur madame maître président présidente ministre maire ' +
    'herr frau präsident präsidentin minister ministerin bürgermeister bürgermeisterin kanzler kanzlerin bundeskanzler ' +
    'signor signora onorevole sindaco senhor senhora prefeito governador ' +
    'президент министр премьер губернатор мэр генерал полковник господин госпожа',
)

/** A run of capitalised words that contains one of these is an organisation. */
export const ORGANISATION_WORDS = words(
  'inc corp corporation co company ltd llc plc gmbh ag sa spa nv bv group holdings bank university college school academy institute ' +
    'department dept ministry agency bureau office administration commission committee council court authority service services ' +
    'police party union association society foundation federation league club team church mosque temple synagogue hospital clinic ' +
    'army navy force forces guard brigade corps senate congress parliament assembly government house times post news press herald ' +
    'tribune gazette journal radio television tv airlines airways railways organization organisation center centre network alliance ' +
    'universidad universidade université universität università ministerio ministère ministerium ministero policía polícia polizei ' +
    'polizia partido parti partei partito banco banque banca iglesia hospital escuela école schule scuola asociación association ' +
    'verein sociedad société gesellschaft comité consejo conseil gobierno gouvernement университет министерство партия банк полиция',
)

/** A run of capitalised words that ends in one of these is a named thing: a street, a building, a ship, a law. */
export const THING_WORDS = words(
  'street st avenue ave road rd boulevard blvd drive dr lane ln highway hwy freeway parkway court place square plaza terrace ' +
    'park playground field stadium arena theater theatre museum library airport station bridge tower building mall market ' +
    'apartments hotel inn motel bar lounge restaurant cafe grill nightclub casino gym river lake creek bay beach island mount ' +
    'mountain hill hills valley forest dam act bill law treaty agreement award prize cup festival parade day eve ' +
    'calle avenida plaza parque rue avenue boulevard straße strasse platz via piazza улица площадь',
)

/** Lower-case words allowed inside a name. */
export const LINKING_WORDS = words(
  'of the for de la las los del van von der den bin ibn al el di da do dos du y e et und',
)

/** Not part of a name even when capitalised. */
export const ARTICLES = words(
  'the a an el la los las un una le les une der die das den ein eine il lo gli i o os as um uma',
)
