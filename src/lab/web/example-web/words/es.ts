import { patterns } from '../template.ts'
import { storyVocabulary, type Vocabulary } from './vocabulary.ts'

export const SPANISH: Vocabulary = {
  stories: new Map([
    [
      'storm.before',
      storyVocabulary(
        `{Storm} se acerca a {province}
{country} evacua la costa ante la llegada de {storm}`,
        `{agency} advirtió el {weekday} que {storm} tocará tierra cerca de {town}, {province}, con vientos de {wind} kilómetros por hora.`,
        `Las autoridades ordenaron la evacuación de {evac} personas.
Se espera una marejada ciclónica de hasta {surge} metros.
Las escuelas de {town2} sirven de refugio.
El alcalde {mayor} pidió no esperar al último momento.`,
      ),
    ],
    [
      'storm.impact',
      storyVocabulary(
        `{Storm} golpea {province}: al menos {dead} muertos
{Storm} toca tierra cerca de {town}`,
        `{storm} tocó tierra el {weekday} cerca de {town}, {province}, y dejó al menos {dead} muertos y {missing} desaparecidos.`,
        `La marejada alcanzó {surge} metros en {town}.
Más de {evac} personas estaban en refugios.
Cayeron {rain} milímetros de lluvia, con inundaciones y deslizamientos.
«Sonaba como un tren sin fin», dijo {resident}.`,
      ),
    ],
    [
      'crisis.impact',
      storyVocabulary(
        `{Crisis} en {town} deja {dead} muertos
Rescate en {province} tras {crisis}`,
        `Al menos {dead} personas murieron el {weekday} en {town}, {province}, tras {crisis}.`,
        `Los equipos de rescate buscan a {missing} desaparecidos.
Los hospitales de {town2} atendieron a {hurt} heridos.
El gobernador {governor} pidió ayuda nacional.
Unas {evac} personas pasaron la noche en refugios.`,
      ),
    ],
    [
      'crisis.rescue',
      storyVocabulary(
        `Sube a {dead} la cifra de muertos en {province}
La ayuda llega a {town}`,
        `La cifra de muertos por {storm} subió el {weekday} a {dead} en {province}, mientras la ayuda llegaba a {town}.`,
        `{relief} envía agua, carpas y médicos.
Hay {homes} viviendas dañadas.
Unas {evac} personas siguen en refugios.
«Solo nos ayudan los vecinos», dijo {resident}.`,
      ),
    ],
    [
      'crisis.after',
      storyVocabulary(
        `{town} reconstruye tras {storm}
Un año difícil para {province}`,
        `{ago} después de {storm}, las familias de {town}, {province}, siguen reconstruyendo sus casas.`,
        `Quedan {evac2} personas en refugios.
{relief} reparte lanchas y semillas.
El gobernador {governor} prometió un muro de contención.
El saldo final fue de {dead} muertos.`,
      ),
    ],
    [
      'news',
      storyVocabulary(
        `{team} vence a {team2} por {score}
{company} anuncia nueva planta cerca de {capital}
El parlamento de {capital} aprueba el presupuesto
Estreno de «{title}» en {capital}`,
        `{capital} vivió el {weekday} una jornada intensa, con debates, estrenos y partidos.
{company} presentó el {weekday} sus resultados en {capital}.`,
        `{person} se mostró satisfecho.
Los analistas esperaban {big} millones.
La próxima reunión será en dos semanas.
«Vamos paso a paso», dijo {person2}.
El público llenó la sala.`,
      ),
    ],
  ]),
  voices: patterns(`{official} dijo que las próximas horas serán decisivas.
Voluntarios cocinaron para las familias de {town2}.
Los caminos hacia {town3} siguen cortados.`),
  plain: patterns(`{person} no quiso dar más detalles.
Las cifras no pudieron verificarse.
Se esperan novedades esta semana.
El asunto volverá al consejo en un mes.`),
  passing: patterns(`En {targetmonth}, {targetstorm} golpeó {targetcountry}.`),
  angle: storyVocabulary(
    `{team} juega un partido benéfico por {town}`,
    `{team} jugará un partido benéfico por las familias de {town}, {province}, dijo el club el {weekday}, {ago} después de {storm}.`,
    `El dinero irá a {relief}.
«Es poco, pero es algo», dijo {person}.
Las entradas se agotaron en horas.`,
  ),
  comments: patterns(`Mucha fuerza a todos.
¿Cuál es la fuente?`),
}
