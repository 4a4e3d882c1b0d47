import type { ArticleId } from './coverage.ts'
import { type ArticleSetting, factsOf } from './facts.ts'
import { isCrisis, type NewsTopic, phaseOf } from './news-topics.ts'
import { createRandom, hashOf, type Random, unitOf } from './random.ts'
import { expand, type Facts, type Pattern, sentence } from './template.ts'
import { ENGLISH } from './words/en.ts'
import { SPANISH } from './words/es.ts'
import { TAGALOG } from './words/tl.ts'
import type { StoryVocabulary, Vocabulary } from './words/vocabulary.ts'
import { CHINESE } from './words/zh.ts'

const VOCABULARIES = { en: ENGLISH, zh: CHINESE, es: SPANISH, tl: TAGALOG } as const

/** Share of crisis stories with another angle (money, schools, sport) and few of its words. */
const ANGLE_SHARE = 0.14
/** Share of storm stories that never name the storm. */
const SHY_SHARE = 0.25
/** Share of headlines with "the typhoon" where the text names it: headlines are short. */
const SHY_HEADLINES = 0.6
/** Share of other stories that mention the target event in one sentence. */
const PASSING_SHARE = 0.05
/** Share of stories copied from a news agency with small changes. */
const WIRE_SHARE = 0.14

/** The original text, for stories that are copied. */
export interface Story {
  readonly seed: number
  readonly target: NewsTopic
  /** The agency article that this one copies, if any. */
  wireSource(article: ArticleId): ArticleId | null
}

export interface ArticleText {
  readonly headline: string
  readonly paragraphs: readonly string[]
  readonly author: string
}

export function articleSeed(seed: number, { site, track, k }: ArticleId): number {
  return hashOf(seed, 700, site.index, track.newsTopic.index, k)
}

/** Whether an article copies an agency story; the agencies write their own. */
export function repeatsWire(seed: number, article: ArticleId): boolean {
  return article.site.role !== 'wire' && unitOf(articleSeed(seed, article), 2) < WIRE_SHARE
}

interface Voice {
  readonly stock: StoryVocabulary
  readonly extra: StoryVocabulary | null
  readonly words: Vocabulary
  readonly facts: Facts
  readonly headlineFacts: Facts
  readonly own: number
  readonly crisis: boolean
}

function stockOf(words: Vocabulary, newsTopic: NewsTopic, day: number): StoryVocabulary {
  const phase = phaseOf(newsTopic, day)
  const { subject } = newsTopic
  const keys = isCrisis(subject)
    ? [`${subject}.${phase}`, `crisis.${phase}`, 'crisis.after', 'crisis.impact']
    : [subject, 'news']
  for (const key of keys) {
    const found = words.stories.get(key)
    if (found) return found
  }
  throw new RangeError(`no words for ${subject}`)
}

function voiceOf(story: Story, article: ArticleId): Voice {
  const { site, track, day } = article
  const { newsTopic } = track
  const own = articleSeed(story.seed, article)
  const words = VOCABULARIES[site.language]
  const crisis = isCrisis(newsTopic.subject)
  const phase = phaseOf(newsTopic, day)
  const angled =
    newsTopic.subject === 'storm' && phase !== 'before' && phase !== 'impact' && unitOf(own, 3) < ANGLE_SHARE
  const stock = stockOf(words, newsTopic, day)
  const shy = unitOf(own, 4) < SHY_SHARE
  const setting: ArticleSetting = {
    seed: story.seed,
    newsTopic,
    day,
    language: site.language,
    article: own,
    shy,
    homeNames: site.homeNames,
    target: story.target,
  }
  const facts = factsOf(setting)
  return {
    stock: angled ? words.angle : stock,
    extra: angled ? stock : null,
    words,
    facts,
    headlineFacts: unitOf(own, 6) < SHY_HEADLINES ? factsOf({ ...setting, shy: true }) : facts,
    own,
    crisis,
  }
}

/** Only the headline, the anchor text of links to the article. Cheap, because a page has dozens. */
export function headlineOf(story: Story, article: ArticleId): string {
  const original = story.wireSource(article) ?? article
  const voice = voiceOf(story, original)
  const random = createRandom(voice.own)
  return sentence(random.pick(voice.stock.headlines), voice.headlineFacts, random)
}

export function textOf(story: Story, article: ArticleId): ArticleText {
  const source = story.wireSource(article)
  const original = source ?? article
  const voice = voiceOf(story, original)
  const random = createRandom(voice.own)
  const headline = sentence(random.pick(voice.stock.headlines), voice.headlineFacts, random)
  const paragraphs = [
    sentence(random.pick(voice.stock.leads), voice.facts, random),
    ...bodyOf(story, original, voice, random),
  ]
  if (!source) return { headline, paragraphs, author: bylineOf(story, article) }
  return {
    headline,
    paragraphs: edited(paragraphs, articleSeed(story.seed, article)),
    author: source.site.name,
  }
}

/** The first sentence, as shown in lists of stories. */
export function teaserOf(story: Story, article: ArticleId): string {
  const voice = voiceOf(story, story.wireSource(article) ?? article)
  const random = createRandom(voice.own)
  sentence(random.pick(voice.stock.headlines), voice.headlineFacts, random)
  return sentence(random.pick(voice.stock.leads), voice.facts, random)
}

function bodyOf(story: Story, article: ArticleId, voice: Voice, random: Random): string[] {
  const { stock, extra, words, facts, crisis } = voice
  const bodies: Pattern[] = random.some(stock.bodies, 5 + random.below(6))
  if (extra) bodies.push(...random.some(extra.bodies, 2 + random.below(2)))
  if (crisis && !extra) bodies.push(...random.some(words.voices, 1 + random.below(4)))
  bodies.push(...random.some(words.plain, 1 + random.below(3)))
  const shuffled = random.some(bodies, bodies.length).map((pattern) => sentence(pattern, facts, random))
  const afterTarget = article.day > story.target.peak + 10
  if (article.track.newsTopic !== story.target && afterTarget && random.chance(PASSING_SHARE)) {
    shuffled.push(sentence(random.pick(words.passing), facts, random))
  }
  const paragraphs: string[] = []
  const join = article.site.language === 'zh' ? '' : ' '
  for (let i = 0; i < shuffled.length; ) {
    const length = 1 + random.below(3)
    paragraphs.push(shuffled.slice(i, i + length).join(join))
    i += length
  }
  return paragraphs
}

/** An agency story after editing: one paragraph removed, two merged. */
function edited(paragraphs: readonly string[], own: number): string[] {
  const cut = 1 + (hashOf(own, 9) % Math.max(1, paragraphs.length - 1))
  const kept = paragraphs.filter((_, i) => i !== cut)
  if (kept.length > 3 && hashOf(own, 10) % 2 === 0) kept.splice(1, 2, `${kept[1]} ${kept[2]}`)
  return kept
}

function bylineOf(story: Story, article: ArticleId): string {
  const own = articleSeed(story.seed, article)
  const words = VOCABULARIES[article.site.language]
  const facts = voiceOf(story, article).facts
  return words === CHINESE
    ? `记者 ${facts('person', createRandom(own))}`
    : facts('person2', createRandom(own))
}

/** A reader's comment under an article. */
export function commentOf(story: Story, article: ArticleId, nth: number): string {
  const voice = voiceOf(story, article)
  const random = createRandom(hashOf(voice.own, 800, nth))
  return expand(random.pick(voice.words.comments), voice.facts, random)
}
