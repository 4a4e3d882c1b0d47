import { type StoryVocabulary, storyVocabulary } from './vocabulary.ts'

/** News from the same towns about something else. */
export const EN_LOCAL: ReadonlyMap<string, StoryVocabulary> = new Map([
  [
    'election',
    storyVocabulary(
      `{mayor} [leads|trails] in race for mayor of {town}
[Voters|Candidates] in {province} prepare for local polls
Vote counting [ends|delayed] in {town}
{governor} [files|announces] candidacy for second term in {province}
Debate in {town} turns on roads, jobs and fishing`,
      `Candidates for mayor of {town} met in a crowded gymnasium on {weekday} to debate roads, jobs and fishing rights.
{governor}, governor of {province}, [announced|confirmed] on {weekday} a bid for a second term.`,
      `The electoral board said {big} voters are registered in {town} and {town2}.
A survey of {n} households put the two leading candidates within three points of each other.
{mayor} promised a new market and cheaper electricity.
Police set up checkpoints on the road to {town3} and a gun ban takes effect next week.
Poll watchers from the parish will follow the count in every village.
Supporters in yellow shirts marched along the boulevard with drums.
"I will vote for whoever fixes the pier," said {resident}.
The count in {town2} took two days because a machine had to be replaced.`,
    ),
  ],
  [
    'festival',
    storyVocabulary(
      `{town} [opens|celebrates] annual fiesta with street dancing
Dancers from {town2} win {province} festival
Tourists return to {town} for [surfing cup|fiesta week]
Food stalls and fireworks: fiesta week in {town}`,
      `Thousands lined the streets of {town}, {province}, on {weekday} as dancers in shell and feather costumes opened the town's fiesta.
Surfers from {n2} countries arrived in {town2} on {weekday} for a contest on the coast of {province}.`,
      `Hotels in {town} were fully booked for the week, the tourism office said.
Groups from {town2} and {town3} competed for a prize of {big} pesos.
The parade ended at the old stone church, where {mayor} thanked the volunteers.
Cooks served crab, suman and coconut wine at long tables by the sea.
A regatta of painted boats closed the festival on Sunday.
"My grandmother sewed this costume," said {resident}, a dancer.
Clear skies and a light wind made for good waves, organisers said.`,
    ),
  ],
  [
    'project',
    storyVocabulary(
      `New [bridge|port|road] for {town} [approved|delayed again]
Work starts on {town} [hospital|airport terminal]
{province} [signs|wins] loan for coastal road
Ferry terminal in {town2} opens`,
      `Work on a new [bridge|hospital|pier] in {town}, {province}, will start in the spring, {official} said on {weekday}.
The coastal road between {town} and {town2} [opened to traffic|was delayed again] on {weekday}.`,
      `The project will cost {big} million pesos and create {n} jobs.
{official} said the design takes account of floods and strong winds.
Contractors have until next year to finish the section near {town3}.
Fishing families asked for payment for lost moorings.
Mayor {mayor} called it the largest project in the town's history.
Trucks already carry gravel from a quarry in the hills.
"It used to take three hours to {town2}," said {resident}, a driver.`,
    ),
  ],
  [
    'mining',
    storyVocabulary(
      `Islanders near {town} [protest|oppose] nickel mine
Court halts mining off {town}
{province} board [debates|rejects] mining permit
Fishermen blame mine for muddy sea off {town2}`,
      `Hundreds of people from villages near {town} blocked a mine road on {weekday}, saying silt is killing their fishing grounds.
A court in {province} on {weekday} stopped work at a mine near {town2} until its permit is reviewed.`,
      `The company said it follows every rule and employs {n} people from the island.
Scientists took water samples along the shore of {town3}.
Governor {governor} wants a moratorium on new permits.
The parish of {town} has supported the protest from the start.
Exports of ore from the island rose by a fifth last year.
"The rain brings red water now," said {resident}, a fisherman.
A hearing is set for next month in {town}.`,
    ),
  ],
  [
    'health',
    storyVocabulary(
      `Dengue cases [rise|double] in {province}
{town} hospital [full|opens new ward] as dengue spreads
Vaccination teams visit islands off {town}
Doctors in {province} warn of measles`,
      `Dengue cases in {province} have doubled since last year, health officials in {town} said on {weekday}.
A vaccination drive reached the last islands off {town2} on {weekday}.`,
      `The hospital in {town} has put beds in the corridors.
Health workers sprayed drains and checked water jars in {town3}.
{official} asked parents to bring children with fever to clinics early.
The province recorded {n} cases in the past month.
Volunteers from {relief} teach families how to cover water tanks.
"We were afraid, but the nurses were kind," said {resident}.`,
    ),
  ],
])
