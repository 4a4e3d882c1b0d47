import { type StoryVocabulary, storyVocabulary } from './vocabulary.ts'

const before = storyVocabulary(
  `{Storm} [gains strength|intensifies] as it nears {province}
{country} braces for {storm}: [evacuation begins|thousands told to leave the coast]
Forecasters warn of storm surge as {storm} approaches {town}
{town} suspends classes, ferries ahead of {storm}
Coastal villages in {province} emptied before {kind}'s arrival
[What we know about|Tracking] {storm}: path, timing and warnings
Fishermen told to stay ashore as {kind} closes in on {province}`,
  `{storm} [strengthened|intensified] over the {sea} on {weekday} and [is expected to make|could make] landfall near {town}, {province}, [within two days|by {impactday}], {agency} said.
Authorities in {province} ordered the evacuation of low-lying villages on {weekday} as {storm} [moved closer|closed in] with winds of {wind} kilometres an hour.
Thousands of residents of {town} began moving to shelters on {weekday} as the {country} prepared for {storm}.`,
  `{agency} raised its [second-highest|highest] wind signal over {province} and warned of a storm surge of up to {surge} metres.
Ferries between {town} and {town2} were suspended and [about|more than] {n} passengers were stranded in ports.
The governor, {governor}, ordered the pre-emptive evacuation of {evac} people living along the coast and riverbanks.
Schools and gymnasiums in {town2} were turned into evacuation centres, with [rice, water and blankets|food packs and medicine] stored for a week.
Forecasters said the {kind} could still change course but that heavy rain and flooding were certain.
Mayor {mayor} of {town} said [police would go house to house|no one would be left behind] before the wind picked up.
{relief} moved relief goods and rescue boats to {town3} so that they would be close at hand after landfall.
Fishing boats were hauled up to the main road and roofs were tied down with rope and wire.
"We remember the last one, so nobody argues about evacuation now," said {resident}, [a teacher|a fisherman|a shopkeeper] in {town}.
The {kind} was moving west at about {n2} kilometres an hour, with gusts of {gust} kilometres an hour near its centre.`,
)

const impact = storyVocabulary(
  `{Storm} [slams into|makes landfall in|strikes] {province}
{Storm} makes landfall near {town}, [cutting power|tearing off roofs]
At least {dead} dead as {storm} batters {province}
Storm surge [swamps|floods] {town} as {kind} comes ashore
{town} [without power|cut off] after {storm}'s landfall
Hundreds of thousands evacuated as {storm} hits {country}
[Live|Latest]: {storm} roars across {province}`,
  `{storm} made landfall near {town}, {province}, [early on|before dawn on|late on] {weekday}, with winds of {wind} kilometres an hour, [tearing roofs from houses|toppling power lines] and sending a storm surge through coastal villages.
At least {dead} people were killed and {missing} were missing on {weekday} after {storm} struck the coast of {province} in the {country}.
A storm surge driven by {storm} swept through {town} and {town2} on {weekday}, hours after the {kind} made landfall.`,
  `The storm surge reached {surge} metres in parts of {town}, according to {agency}, and carried boats into the town market.
More than {evac} people were in evacuation centres when the {kind} came ashore.
Power was out across most of {province} and mobile networks were down in {town2} and {town3}.
Rain of {rain} millimetres fell in a day, causing flooding and landslides inland from {town}.
The coast guard said rescue teams could not put to sea until the wind dropped.
The airport in {town2} was closed and the coastal road was blocked by fallen coconut trees and debris.
{agency} said the {kind} weakened as it crossed {province} but would bring heavy rain for another day.
Governor {governor} said the first reports from {town} spoke of "roofs gone and streets under water".
"The sound was like a train that never passed," said {resident}, who sheltered in a church in {town}.
Hospital staff in {town} moved patients to the upper floor as water rose in the emergency room.
Landfall came {surge} hours later than forecast, which gave officials more time to finish the evacuation.`,
)

const rescue = storyVocabulary(
  `Death toll from {storm} [rises|climbs] to {dead}
Rescue teams [reach|search] cut-off villages in {province} after {kind}
[Relief|Aid] [trickles|flows] into {town} after {storm}
Survivors of {storm} wait for food, water in {town}
Search for {missing} missing after {storm} goes on
Helicopters bring relief to {town2} days after landfall
{relief} launches appeal for {storm} survivors
Government [declares|extends] state of calamity in {province} after {kind}`,
  `The death toll from {storm} rose to {dead} on {weekday} as rescue teams reached villages in {province} that had been cut off since landfall.
Relief goods began to arrive in {town} on {weekday}, {ago} after {storm} struck, but survivors said food and clean water were [still short|running out].
Rescuers in {province} searched for {missing} missing people on {weekday} after {storm} flattened homes along the coast.`,
  `{agency2} put the number of damaged houses at {homes}, most of them in {town} and {town2}.
Rescue teams used rubber boats and chainsaws to reach families on the outskirts of {town3}.
Helicopters dropped relief packs to hillside villages where the road had been washed away by flooding.
{relief} said it was sending tents, water filters and medical teams to {town}.
About {evac} people were still in evacuation centres, many of them in classrooms without power.
Mayor {mayor} said the town needed [generators, fuel and roofing sheets|rice, medicine and body bags] before anything else.
The coast guard found {n} fishermen alive on a sandbank off {town2}, {ago} after they were reported missing.
Doctors warned of diarrhoea and leptospirosis if clean water did not reach the shelters soon.
"We have not seen any relief yet, only neighbours helping neighbours," said {resident}.
The government declared a state of calamity in {province}, which frees money for rescue and relief.
Engineers cleared the airstrip near {town} so that cargo planes could land by {weekday}.
Officials said the early evacuation had saved many lives although the storm surge went further inland than expected.`,
)

const after = storyVocabulary(
  `[Weeks after|After] {storm}, {town} [rebuilds|begins to rebuild]
Power [returns|restored] to {town} after {storm}
{country} seeks [funds|loans] to rebuild {province} after {kind}
Fishermen of {town} [wait for boats|return to sea] after {storm}
Inquiry asks why storm surge warnings failed in {town}
Families of {storm} survivors move into [new homes|bunkhouses]
[Questions over|Auditors look into] {storm} relief spending`,
  `{ago} after {storm} tore through {province}, families in {town} are [rebuilding with salvaged timber|still living under tarpaulins].
Power was restored to most of {town} on {weekday}, {ago} after {storm} made landfall.
The {country} will need [months|years] to rebuild what {storm} destroyed in {province}, {official} said on {weekday}.`,
  `About {homes} houses were damaged or destroyed, and {evac2} people remain in temporary shelters.
Coconut farmers around {town2} lost most of their trees and say it will take six years before new ones bear fruit.
{relief} has turned from relief to recovery, handing out boats, nets and seed.
Auditors are looking at how relief money was spent in {town3}.
The final toll stood at {dead} dead, with {missing} people never found.
Governor {governor} promised a sea wall for {town} and storm shelters that can withstand the strongest {kind}.
Teachers hold classes in tents because {n} schools lost their roofs.
A panel is asking why storm surge warnings were not understood in coastal villages although evacuation had begun.
"We rebuild because the sea is our work," said {resident}, who lost a boat and a house.
Insurance payments have reached few of the families, according to a survey in {town}.
Engineers said flooding was made worse by blocked drains and by houses built on the riverbank.`,
)

const anniversary = storyVocabulary(
  `[A year on|One year after] {storm}, {town} remembers
{town} marks anniversary of {storm}
Twelve months after the {kind}: what has changed in {province}
Candles on the shore: {province} remembers {storm}`,
  `Residents of {town} lit candles along the shore on {weekday} to mark one year since {storm} came ashore.
One year after {storm} killed {dead} people in {province}, [many families are still waiting for new homes|the rebuilt market of {town} has opened].`,
  `Bells rang in {town2} at the hour of landfall, and the names of the dead were read out.
Of {homes} damaged houses about half have been rebuilt, according to {agency2}.
Governor {governor} said new evacuation centres would be finished [next year|before the next season].
"Every time it rains hard my daughter packs a bag," said {resident}.
{relief} said it would end its relief work in {province} this year.
The sea wall promised after the storm surge has not been started.
A small museum in {town} keeps photographs, a bent street lamp and the first rescue boat.
Survivors planted mangroves where the first row of houses used to stand.`,
)

export const EN_STORM: ReadonlyMap<string, StoryVocabulary> = new Map([
  ['storm.before', before],
  ['storm.impact', impact],
  ['storm.rescue', rescue],
  ['storm.after', after],
  ['storm.anniversary', anniversary],
])
