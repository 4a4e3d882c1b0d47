import { type StoryVocabulary, storyVocabulary } from './vocabulary.ts'

const quakeImpact = storyVocabulary(
  `[Strong|Powerful] earthquake [shakes|strikes] {province}, {country}
Magnitude {mag} earthquake [hits|rattles] {town}
At least {dead} dead after earthquake in {province}
Buildings collapse in {town} as earthquake strikes {country}`,
  `A magnitude {mag} earthquake struck {province} in the [early hours|evening] of {weekday}, bringing down buildings in {town} and killing at least {dead} people.
Rescue workers dug through rubble in {town}, {province}, on {weekday} after a magnitude {mag} earthquake.`,
  `The quake was felt as far as {town3} and was followed by {n} aftershocks, {agency2} said.
Hospitals in {town2} treated the injured in car parks for fear of aftershocks.
A tsunami warning for the coast was lifted after two hours.
Power and water were cut in parts of {province}, and cracks opened in the road to {town2}.
Rescue teams with dogs searched a collapsed apartment block where {missing} people were thought to be trapped.
About {evac} people spent the night in the open or in evacuation centres.
"The floor moved like water," said {resident}, who ran outside with two children.`,
)
const quakeRescue = storyVocabulary(
  `[Rescue|Search] goes on in {town} after earthquake as toll reaches {dead}
Survivor pulled from rubble in {town} {ago} after earthquake
Relief arrives in {province} as aftershocks continue
Earthquake survivors in {town} sleep in tents`,
  `Rescue teams in {town} pulled a survivor from the rubble on {weekday}, {ago} after the earthquake that killed {dead} people in {province}.
Relief convoys reached {town2} on {weekday}, {ago} after a magnitude {mag} earthquake.`,
  `{relief} said tents, blankets and water purification units were on the way to {town}.
Inspectors marked {homes} houses as unsafe.
Schools in {town2} will stay closed while engineers look for cracks.
The government declared a state of emergency in {province} and released relief money.
Seismologists said aftershocks could go on for months.
Rescue dogs and listening devices were flown in from abroad.
"Relief is coming but the nights are cold," said {resident}.`,
)
const floodImpact = storyVocabulary(
  `[Flash floods|Floods] [sweep through|swamp] {town}, killing {dead}
Heavy rain floods {province}; thousands evacuated
River bursts its banks in {town}
Rescue boats in the streets of {town} as floods rise`,
  `Flash floods swept through {town} and {town2} on {weekday} after {rain} millimetres of rain fell in a day, killing at least {dead} people.
Thousands were evacuated in {province} on {weekday} as flooding cut roads and railways.`,
  `Rescue teams in boats took families from rooftops in {town}.
Water stood {surge} metres deep in the old town, and {homes} houses were flooded.
The river was expected to crest near {town3} by evening.
Governor {governor} asked the army for help with evacuation and relief.
Dams upstream were releasing water to make room for more rain, {agency2} said.
About {evac} people were moved to evacuation centres on higher ground.
Forecasters at {agency} said the rain band would stay over {province} for two more days.
"The water came in the time it takes to make tea," said {resident}.`,
)
const fireImpact = storyVocabulary(
  `Wildfire forces evacuation near {town}
Crews battle [blaze|wildfire] in {province}
Fire destroys {homes} homes outside {town}
Smoke blankets {town} as wildfire spreads`,
  `A wildfire driven by strong winds forced the evacuation of {evac} people near {town}, {province}, on {weekday}.
Firefighters struggled on {weekday} to contain a blaze that has destroyed homes on the edge of {town2}.`,
  `Water-dropping aircraft were grounded for part of the day because of smoke.
The fire has burned about {big} hectares and is [ten|thirty] per cent contained, {agency2} said.
Evacuation centres were opened in schools in {town3}.
{relief} asked for donations of masks, water and blankets.
Two firefighters were treated for burns.
Investigators are looking at a fallen power line as a possible cause.
"We had ten minutes to pack," said {resident}.`,
)
const shootingImpact = storyVocabulary(
  `Gunman kills {dead} in {town}
[Police|Officers] search for motive after shooting in {town}
Shooting at [market|office|station] in {town} leaves {dead} dead
{town} mourns victims of shooting`,
  `A gunman opened fire at a [shopping centre|warehouse|bus station] in {town}, {province}, on {weekday}, killing {dead} people before he was arrested.
Police in {town} were looking for a motive on {weekday} after a shooting that killed {dead} people.`,
  `Witnesses heard about {n} shots and ran for the exits.
The suspect, whose name was not released, had no criminal record, police said.
Hospitals in {town2} treated {hurt} people for gunshot wounds.
Mayor {mayor} called it the darkest day in the history of {town}.
Officers evacuated nearby buildings and closed the main street.
A vigil is planned in front of the town hall on {weekday}.
"I hid under a desk and texted my mother," said {resident}.`,
)
const crisisAfter = storyVocabulary(
  `[Weeks after|After] disaster, {town} asks what comes next
{province} [counts the cost|begins rebuilding] after {crisis}
Inquiry into {crisis} in {town} opens
Survivors of {crisis} still in shelters`,
  `{ago} after the {crisis} in {province}, [families are still in temporary homes|an inquiry has begun its work in {town}].
{official} said on {weekday} that rebuilding after the {crisis} in {town} would take years.`,
  `The toll stood at {dead} dead and {hurt} injured.
{relief} said relief would go on until the end of the year.
Residents of {town2} complained about slow payments.
Governor {governor} promised better warnings and faster rescue next time.
About {evac2} people remain in temporary shelters.
Engineers began to clear debris from the centre of {town}.
A fund for survivors has collected {big} pledges.`,
)
const crisisYear = storyVocabulary(
  `One year after {crisis}, {town} remembers
{town} marks anniversary of {crisis}`,
  `People in {town} gathered on {weekday} to remember the {dead} people killed in the {crisis} a year ago.`,
  `Names were read out in the square at the hour it happened.
{official} laid a wreath and promised that rebuilding would be finished.
Some families still live in temporary homes in {town2}.
"We do not forget," said {resident}.`,
)

export const EN_CRISIS: ReadonlyMap<string, StoryVocabulary> = new Map([
  ['quake.impact', quakeImpact],
  ['quake.rescue', quakeRescue],
  ['flood.impact', floodImpact],
  ['flood.rescue', floodImpact],
  ['fire.impact', fireImpact],
  ['fire.rescue', fireImpact],
  ['shooting.impact', shootingImpact],
  ['shooting.rescue', shootingImpact],
  ['crisis.after', crisisAfter],
  ['crisis.anniversary', crisisYear],
])
