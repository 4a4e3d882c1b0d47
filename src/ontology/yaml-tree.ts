import { Document, isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml'
import type { Concept, Label, Ontology } from '../model/ontology.ts'
import type { StrictYaml } from '../yaml/strict-yaml.ts'
import { type ConceptDraft, MAX_CONCEPTS, MAX_LEVELS, type OntologyDraft } from './make-ontology.ts'

/** Key of labels without a language. */
const NO_LANGUAGE = 'und'
const LANGUAGE = /^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,8}$/i

/** The keys of an ontology in YAML, which may also be only a tree of concepts. */
const ONTOLOGY_KEYS = ['name', 'topic', 'concepts'] as const

/**
 * Reads an ontology written in YAML: a mapping with `concepts`, or only the tree of concepts. `yaml` collects
 * the problems; the draft is valid only if there are none.
 */
export function readYamlOntology(yaml: StrictYaml, node: Node | null, what: string): OntologyDraft {
  const isWhole = isMap(node) && node.items.some(({ key }) => isScalar(key) && key.value === 'concepts')
  const reader = new TreeReader(yaml)
  if (!isWhole) {
    reader.children(node, undefined, what, 1)
    return { concepts: reader.concepts }
  }
  const fields = yaml.fields(node, what, ONTOLOGY_KEYS)
  const text = (key: string) => (fields.has(key) ? yaml.text(fields.get(key)!.node, key) : undefined)
  reader.children(fields.get('concepts')?.node ?? null, undefined, 'concepts', 1)
  return { name: text('name'), topic: text('topic'), concepts: reader.concepts }
}

class TreeReader {
  readonly concepts: ConceptDraft[] = []
  readonly #yaml: StrictYaml
  readonly #described = new Set<string>()
  #full = false

  constructor(yaml: StrictYaml) {
    this.#yaml = yaml
  }

  /**
   * Concepts under `parent`: a list of names, a mapping of names to the concepts below them, or a mixture.
   */
  children(node: Node | null, parent: string | undefined, what: string, level: number): void {
    if (level > MAX_LEVELS) {
      this.#yaml.problem(node, `concepts are nested more than ${MAX_LEVELS} levels deep`)
    } else if (isSeq(node)) {
      for (const item of this.#yaml.items(node, what)) {
        if (isMap(item)) this.#named(item, parent, what, level)
        else {
          const id = this.#yaml.text(item, `a concept in ${what}`)
          if (id) this.#add({ id, parents: parent === undefined ? [] : [parent] }, item)
        }
      }
    } else if (isScalar(node) && parent !== undefined && typeof node.value === 'string') {
      this.#add({ id: node.value, parents: [parent] }, node)
    } else {
      this.#named(node, parent, what, level)
    }
  }

  #named(node: Node | null, parent: string | undefined, what: string, level: number): void {
    for (const { key, keyNode, node: value } of this.#yaml.entries(node, what)) {
      const parents = parent === undefined ? [] : [parent]
      const isLeaf = value === null || (isScalar(value) && value.value === null)
      if (isLeaf) this.#add({ id: key, parents }, keyNode)
      else if (!isMap(value)) {
        this.#add({ id: key, parents }, keyNode)
        this.children(value, key, `"${key}"`, level + 1)
      } else this.#withFields(key, keyNode, parents, value, level)
    }
  }

  #withFields(key: string, keyNode: Node, parents: string[], value: Node, level: number): void {
    const fields = this.#yaml.fields(
      value,
      `"${key}" (concepts below it go into a list or under narrower:)`,
      ['label', 'also', 'narrower'],
    )
    if (this.#described.has(key)) {
      this.#yaml.problem(keyNode, `"${key}" is described twice; write only its name the second time`)
    }
    this.#described.add(key)
    const labels = fields.has('label') ? this.#labels(fields.get('label')!.node, `${key}.label`, false) : []
    const synonyms = fields.has('also') ? this.#labels(fields.get('also')!.node, `${key}.also`, true) : []
    this.#add({ id: key, labels, synonyms, parents }, keyNode)
    if (fields.has('narrower')) this.children(fields.get('narrower')!.node, key, `"${key}"`, level + 1)
  }

  /** A text, or texts by language; where several are allowed, also lists of them. */
  #labels(node: Node | null, what: string, several: boolean): Label[] {
    if (!isMap(node)) return this.#texts(node, what, several).map((text) => ({ text, language: '' }))
    return this.#yaml.entries(node, what).flatMap(({ key, keyNode, node: value }) => {
      if (!LANGUAGE.test(key)) {
        this.#yaml.problem(
          keyNode,
          `"${key.slice(0, 40)}" in ${what} is not a language code such as en, zh or pt-br`,
        )
        return []
      }
      const language = key === NO_LANGUAGE ? '' : key
      return this.#texts(value, `${what}.${key}`, several).map((text) => ({ text, language }))
    })
  }

  #texts(node: Node | null, what: string, several: boolean): string[] {
    if (!several || !isSeq(node)) return [this.#yaml.text(node, what) ?? []].flat()
    return this.#yaml.items(node, what).flatMap((item) => this.#yaml.text(item, `a word in ${what}`) ?? [])
  }

  #add(draft: ConceptDraft, node: Node): void {
    if (this.concepts.length < 2 * MAX_CONCEPTS) this.concepts.push(draft)
    else if (!this.#full) {
      this.#full = true
      this.#yaml.problem(node, `there are more than ${MAX_CONCEPTS} concepts`)
    }
  }
}

/** The ontology in YAML, to be read, edited and compared by people. `readYamlOntology` reads it back. */
export function writeYamlOntology(ontology: Ontology): string {
  const document = new Document()
  document.contents = yamlOntology(ontology, document)
  return document.toString(YAML_FORMAT)
}

/**
 * How YAML with ontologies is formatted: long labels on one line, nothing after a concept without details.
 */
export const YAML_FORMAT = { lineWidth: 0, nullStr: '' } as const

/** The same as a node of a YAML document. */
export function yamlOntology({ name, topic, concepts }: Ontology, document: Document): YAMLMap {
  const children = new Map<string, Concept[]>()
  for (const concept of concepts) {
    for (const parent of concept.parents) {
      const others = children.get(parent)
      if (others) others.push(concept)
      else children.set(parent, [concept])
    }
  }
  const written = new Set<string>()
  const mapOf = (level: readonly Concept[]): Mapping => new Map(level.map((one) => [one.id, bodyOf(one)]))
  const bodyOf = ({ id, labels, synonyms }: Concept): Mapping | null => {
    if (written.has(id)) return null
    written.add(id)
    const below = children.get(id) ?? []
    const fields: Mapping = new Map()
    const [first] = labels
    const isPlain = labels.length === 1 && first?.text === id && first.language === ''
    if (labels.length > 0 && !isPlain) fields.set('label', byLanguage(labels, document))
    if (synonyms.length > 0) fields.set('also', byLanguage(synonyms, document))
    if (below.length > 0) fields.set('narrower', mapOf(below))
    return fields.size > 0 ? fields : null
  }
  const whole: Mapping = new Map()
  if (name !== undefined) whole.set('name', name)
  whole.set('topic', topic)
  whole.set('concepts', mapOf(concepts.filter(({ parents }) => parents.length === 0)))
  return document.createNode(whole, { aliasDuplicateObjects: false }) as YAMLMap
}

type Mapping = Map<string, unknown>

function byLanguage(labels: readonly Label[], document: Document): unknown {
  const texts = new Map<string, string[]>()
  for (const { text, language } of labels) {
    const others = texts.get(language)
    if (others) others.push(text)
    else texts.set(language, [text])
  }
  const one = (list: readonly string[]) => (list.length > 1 ? list : list[0])
  const untagged = texts.get('')
  const value =
    untagged && texts.size === 1
      ? one(untagged)
      : new Map([...texts].map(([language, list]) => [language || NO_LANGUAGE, one(list)]))
  return document.createNode(value, { flow: true })
}
