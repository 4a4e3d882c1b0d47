import { type StoryVocabulary, storyVocabulary } from './vocabulary.ts'

/** Everyday news unrelated to any crisis. */
export const EN_BEATS: ReadonlyMap<string, StoryVocabulary> = new Map([
  [
    'politics',
    storyVocabulary(
      `Parliament in {capital} [passes|debates|delays] [budget|tax bill|pension reform]
Minister {person} [resigns|defends record] over [procurement|travel] row
{capital} talks on [fishing rights|trade|border posts] [resume|stall]
Opposition [calls for|demands] inquiry into {company} contract
Coalition in {capital} [survives|loses] key vote`,
      `Lawmakers in {capital} [passed|debated] a [budget|tax bill|pension reform] on {weekday} after a session that lasted into the night.
Minister {person} said on {weekday} that talks in {capital} would go on despite the differences.`,
      `The bill passed by {n} votes, with several members abstaining.
{person2}, who leads the opposition, called it a missed chance.
A committee will hear witnesses next week.
Polls suggest that voters care more about prices than about the reform.
The government has a majority of two seats in the upper house.
Diplomats spoke of a surge in contacts over the past days.
"We will read every line before we sign," said {person2}.
The plan has drawn a flood of objections from mayors.`,
    ),
  ],
  [
    'business',
    storyVocabulary(
      `{company} [shares jump|shares fall|reports record profit]
{company} to [open|close] plant near {capital}
Central bank in {capital} [holds|raises|cuts] rates
Oil and rice prices [climb|ease] as traders weigh demand
{company} [buys|sells] stake in {company2}`,
      `Shares in {company} [rose|fell] {n2} per cent on {weekday} after the company published its results.
The central bank in {capital} [left interest rates unchanged|raised interest rates] on {weekday}, citing prices of food and fuel.`,
      `Analysts had expected revenue of {big} million.
The company employs {n} people and plans to hire more.
{person}, its chief executive, said demand had weathered the slowdown.
Exporters complain about freight costs and slow ports.
Insurers reported a surge in premiums for ships and warehouses.
The currency was little changed against the dollar.
Markets took relief from a softer inflation figure.
"We are cautious but not worried," said {person2}, an economist.`,
    ),
  ],
  [
    'sport',
    storyVocabulary(
      `{team} [beat|stun|edge] {team2} in [final|thriller|opener]
{person} [breaks|sets] record in {capital} marathon
{team} sign striker {person} from {team2}
{team} coach {person} [quits|backed] after defeat
{team} storm to title in {capital}`,
      `{team} beat {team2} {score} on {weekday} in front of {big} spectators in {capital}.
{person} scored twice on {weekday} as {team} came from behind to beat {team2} {score}.`,
      `The first half was even, and the goalkeeper of {team2} made two fine saves.
{person} stormed down the left and crossed for the winning goal.
{team} stay second in the table with four matches to play.
Coach {person2} praised the young players for their patience.
Heavy rain made the pitch slow after the break.
The return match is in two weeks.
Supporters celebrated in the streets until midnight.
"We deserved this one," {person2} said.`,
    ),
  ],
  [
    'culture',
    storyVocabulary(
      `{person}'s new film [opens|wins prize] in {capital}
[Museum|Library] in {capital} [reopens|shows lost paintings]
Review: "{title}" is [a quiet triumph|an odd delight|too long]
Novelist {person} on [memory and the sea|writing in two languages]
Choir from {capital} tours with songs of the harbour`,
      `"{title}", the new film by {person}, opened in {capital} on {weekday} to warm applause.
A museum in {capital} put {n} paintings on show on {weekday} that had not been seen for decades.`,
      `The story follows a lighthouse keeper and his two daughters.
Tickets for the first month are sold out.
{person2} plays the lead with great restraint.
The music is by a young composer from the south.
Critics called the last scene a landfall of feeling after a slow hour.
The exhibition runs until the end of the season.
"I wanted to make something gentle," said {person}.`,
    ),
  ],
  [
    'science',
    storyVocabulary(
      `[Scientists|Researchers] in {capital} [find|describe] new species of [crab|orchid|beetle]
Study links [sleep|diet|noise] to [memory|heart health]
{company} unveils cheaper [battery|satellite|sensor]
Why typhoons are getting wetter: what climate models say
Telescope near {capital} sees first light`,
      `Researchers in {capital} [reported|announced] on {weekday} that they had found a way to make [batteries|sensors|vaccines] at a fraction of the cost.
A study of {big} people published on {weekday} links regular walking to better memory in old age.`,
      `The work took six years and used data from {n} stations.
{person}, who led the study, said the result surprised the team.
Other scientists urged caution until it is repeated.
Warmer seas add moisture to the air, so that storms carry more rain, models suggest.
The paper appeared in a journal of the field.
The next step is a test on a larger scale.
"It is a beginning, not an answer," said {person2}.`,
    ),
  ],
  [
    'travel',
    storyVocabulary(
      `[Five|Seven] quiet beaches near {place}
A weekend in {place}: [where to eat|what to see]
Ferries, noodles and temples: slow travel around {place}
New flights connect {capital} and {place}`,
      `There is no hurry in {place}, where the morning ferry waits for the last passenger and the coffee is strong.
A new flight from {capital} has put {place} within reach of a weekend.`,
      `Rooms cost less outside the holiday season.
The market opens at five and the best noodles are gone by eight.
Walkers follow an old path along the coast to a lighthouse.
Guides speak English and a little Spanish.
Take a raincoat: showers come in the afternoon, though the typhoon season is over by then.
The museum tells the story of the harbour and its ships.
"People come for two days and stay for ten," said {person}, who runs a guest house.`,
    ),
  ],
  [
    'weather',
    storyVocabulary(
      `Weather: [sunny spells|showers|cloud] for {place} this weekend
[Cold front|High pressure] brings [rain|clear skies] to {place}
Storm season outlook: [fewer|more] typhoons expected, forecasters say
Heat [eases|builds] over {place}`,
      `Expect [sunny spells|scattered showers] over {place} from {weekday}, {agency} said in its daily bulletin.
Forecasters expect [fewer|more] typhoons than usual this season, {agency} said on {weekday}.`,
      `Winds will be light to moderate from the north-east.
No tropical storm is being tracked at the moment.
Gale warnings for small boats were lifted.
Temperatures will reach {n2} degrees in the afternoon.
Rain of up to {rain} millimetres is possible in the hills, with a small risk of flooding.
The season usually brings about twenty storms, of which few make landfall.
A quiet week is forecast for {capital}.`,
    ),
  ],
  [
    'crime',
    storyVocabulary(
      `Police in {place} [seize|recover] [stolen boats|smuggled cigarettes]
Court in {capital} [sentences|clears] former official {person}
Man held after [fire|robbery] in {place}
Rescue of kidnapped trader: three charged in {place}`,
      `Police in {place} arrested three men on {weekday} after a robbery at a jewellery shop.
A court in {capital} on {weekday} sentenced {person}, a former official, to four years in prison for bribery.`,
      `Officers found {n} boxes of goods in a rented warehouse.
The defence said it would appeal.
Witnesses spoke of a white van that left the scene at speed.
The building was evacuated while police searched it.
A hearing is set for next month.
"Nobody is above the law," said prosecutor {person2}.`,
    ),
  ],
])
