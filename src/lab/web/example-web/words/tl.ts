import { patterns } from '../template.ts'
import { storyVocabulary, type Vocabulary } from './vocabulary.ts'

export const TAGALOG: Vocabulary = {
  stories: new Map([
    [
      'storm.before',
      storyVocabulary(
        `{Storm}, papalapit na sa {province}
Libu-libo inilikas sa {town} bago dumating ang bagyo`,
        `Lumakas pa ang {storm} nitong {weekday} at inaasahang tatama malapit sa {town}, {province}, ayon sa {agency}.`,
        `Inutos ni Gobernador {governor} ang paglikas ng {evac} katao.
Nagbabala ang {agency} ng storm surge na hanggang {surge} metro.
Suspendido ang klase at biyahe ng barko sa {town2}.
Handa na raw ang mga evacuation center, sabi ni Mayor {mayor}.`,
      ),
    ],
    [
      'storm.impact',
      storyVocabulary(
        `{Storm}, humagupit sa {province}; {dead} patay
Nag-landfall ang {storm} malapit sa {town}`,
        `Nag-landfall ang {storm} nitong {weekday} malapit sa {town}, {province}, taglay ang hanging {wind} kilometro bawat oras.`,
        `Umabot sa {surge} metro ang storm surge sa {town}.
Walang kuryente sa malaking bahagi ng {province}.
Mahigit {evac} ang nasa evacuation center.
"Parang tren na hindi natatapos," sabi ni {resident}.`,
      ),
    ],
    [
      'crisis.impact',
      storyVocabulary(
        `{dead} patay sa {crisis} sa {town}`,
        `Hindi bababa sa {dead} ang nasawi sa {crisis} sa {town}, {province}, nitong {weekday}.`,
        `Patuloy ang rescue sa {missing} nawawala.
Dinala sa ospital ng {town2} ang {hurt} sugatan.
Humingi ng tulong si Gobernador {governor}.`,
      ),
    ],
    [
      'crisis.rescue',
      storyVocabulary(
        `{dead} na ang patay sa {storm}
Relief goods, dumating na sa {town}`,
        `Umakyat na sa {dead} ang nasawi sa {storm} sa {province}, habang dumarating ang relief goods sa {town} nitong {weekday}.`,
        `Magpapadala ang {relief} ng tolda at tubig.
Nasa {homes} bahay ang nasira.
"Kapitbahay lang ang tumutulong," sabi ni {resident}.
Patuloy ang rescue operation sa {town3}.`,
      ),
    ],
    [
      'crisis.after',
      storyVocabulary(
        `{town}, bumabangon matapos ang {storm}`,
        `Makalipas ang {ago} mula nang tumama ang {storm}, bumabangon ang mga taga-{town}, {province}.`,
        `Nasa {evac2} pa ang nasa pansamantalang tirahan.
Namigay ang {relief} ng bangka at binhi.
Nangako si Gobernador {governor} ng bagong seawall.`,
      ),
    ],
    [
      'news',
      storyVocabulary(
        `{team}, tinalo ang {team2}, {score}
Presyo ng bigas, [tumaas|bumaba] sa {capital}
Pista sa {place}, dinagsa
Bagong pelikula ni {person}, palabas na`,
        `Dinagsa ng mga tao ang {place} nitong {weekday} para sa taunang pista.
Tinalo ng {team} ang {team2}, {score}, nitong {weekday} sa {capital}.`,
        `Ayon kay {person}, masaya ang lahat.
Inaasahan ang mas maraming bisita sa susunod na taon.
"Salamat sa suporta," sabi ni {person2}.
Wala pang pahayag ang mga opisyal sa {capital}.`,
      ),
    ],
  ]),
  voices: patterns(`Ayon kay {official}, mahalaga ang mga susunod na oras.
Nagluto ang mga boluntaryo sa {town2}.`),
  plain: patterns(`Hindi na nagbigay ng detalye si {person}.
May dagdag na ulat ngayong linggo.
Hindi pa ito kumpirmado.`),
  passing: patterns(`Matatandaang tumama ang {targetstorm} sa {targetcountry} noong {targetmonth}.`),
  angle: storyVocabulary(
    `{team}, maglalaro para sa mga nasalanta sa {town}`,
    `Maglalaro ang {team} para sa mga nasalanta ng {storm} sa {town}, {province}, ayon sa koponan nitong {weekday}.`,
    `Mapupunta ang kita sa {relief}.
"Munting tulong lang ito," sabi ni {person}.`,
  ),
  comments: patterns(`Ingat po tayong lahat.
Salamat sa balita.`),
}
