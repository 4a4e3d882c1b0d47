import { isMap, isScalar, isSeq, type Node } from 'yaml'
import { EventideError } from '../model/errors.ts'
import type { EventConcepts, Ontology } from '../model/ontology.ts'
import { nameOf } from '../ontology/labels.ts'
import { type BuiltOntology, findConcept, makeOntology } from '../ontology/make-ontology.ts'
import { readYamlOntology, YAML_FORMAT, yamlOntology } from '../ontology/yaml-tree.ts'
import { tooDeepAt } from '../yaml/nesting.ts'
import { parseYaml } from '../yaml/parse-yaml.ts'
import type { StrictYaml } from '../yaml/strict-yaml.ts'
import type { ConceptFiles } from './concept-files.ts'

const FILE_KEYS = ['file', 'topic'] as const
const MAX_ROOTS_SHOWN = 8

/** Reads the `concepts:` section: one global ontology and any number of local ones, each a file or inline. */
export function readConcepts(yaml: StrictYaml, node: Node | null, files: ConceptFiles): EventConcepts {
  const fields = yaml.fields(node, 'concepts', ['topic', 'global', 'local'])
  const given = fields.get('topic')
  const topic = given && yaml.text(given.node, 'concepts.topic')
  if (given && !fields.has('global'))
    yaml.problem(given.node, 'concepts.topic is the topic of concepts.global, which is missing')
  const global = fields.get('global')
  const local = fields.get('local')
  const one = (at: Node | null, what: string, about?: string) => readOne(yaml, at, what, files, about)
  return {
    ...(global && { global: one(global.node, 'concepts.global', topic) }),
    local: local
      ? yaml.items(local.node, 'concepts.local').flatMap((item, i) => one(item, `concepts.local[${i}]`) ?? [])
      : [],
  }
}

function readOne(
  yaml: StrictYaml,
  node: Node | null,
  what: string,
  files: ConceptFiles,
  topic?: string,
): Ontology | undefined {
  const source = fileOf(node)
  const before = yaml.problemCount
  try {
    if (source === undefined) {
      const draft = readYamlOntology(yaml, node, what)
      // A draft with problems would only cause further ones.
      if (yaml.problemCount > before) return undefined
      return certain(makeOntology({ ...draft, topic: topic ?? draft.topic }), what)
    }
    if (isMap(node)) yaml.fields(node, what, FILE_KEYS)
    const read = files.get(source.path) ?? new EventideError('ontology', `Cannot read ${source.path}`)
    if (read instanceof Error) throw read
    return certain(withTopic(read, topic ?? source.topic), source.path)
  } catch (error) {
    if (!(error instanceof EventideError)) throw error
    yaml.problem(node, `${what}: ${error.message}`)
    return undefined
  }
}

function withTopic(made: BuiltOntology, topic: string | undefined): BuiltOntology {
  if (topic === undefined) return made
  const found = findConcept(made.ontology.concepts, topic)
  if (!found)
    throw new EventideError(
      'ontology',
      `The topic "${topic.slice(0, 80)}" is not one of the concepts of the ontology`,
    )
  return { ontology: { ...made.ontology, topic: found.id }, topicIsGuess: false }
}

/** Weights are similarities to the topic, so the topic must not be a guess. */
function certain({ ontology, topicIsGuess }: BuiltOntology, what: string): Ontology {
  if (!topicIsGuess) return ontology
  const roots = ontology.concepts.filter(({ parents }) => parents.length === 0).map((root) => nameOf(root))
  const shown = roots.slice(0, MAX_ROOTS_SHOWN).map((name) => `"${name.slice(0, 80)}"`)
  const more = roots.length > shown.length ? ', ...' : ''
  throw new EventideError(
    'ontology',
    `${what} has several top concepts (${shown.join(', ')}${more}): set topic: to the concept it is about`,
  )
}

interface FileSource {
  readonly path: string
  readonly topic?: string
}

/** A path, or a mapping with `file`; anything else is the ontology itself. */
function fileOf(node: unknown): FileSource | undefined {
  if (isScalar(node) && typeof node.value === 'string') return { path: node.value.trim() }
  if (!isMap(node) || !node.has('file')) return undefined
  const [path, topic] = [node.get('file'), node.get('topic')]
  return {
    path: typeof path === 'string' ? path.trim() : '',
    ...(typeof topic === 'string' && { topic: topic.trim() }),
  }
}

/** The paths of the ontology files named in an event file. Reports no problems of the file. */
export function conceptPaths(text: string): string[] {
  // Such a file is refused later; parsing it here could overflow the stack.
  if (tooDeepAt(text) !== null) return []
  return sourcesIn(parseYaml(text).contents).flatMap(({ node }) => fileOf(node)?.path || [])
}

interface Source {
  readonly node: unknown
  put(node: Node): void
}

function sourcesIn(root: unknown): Source[] {
  const concepts = isMap(root) ? root.get('concepts') : undefined
  if (!isMap(concepts)) return []
  const local = concepts.get('local')
  const items = isSeq(local) ? local.items : []
  return [
    {
      node: concepts.get('global', true),
      put: (node) => {
        concepts.flow = false
        concepts.set('global', node)
      },
    },
    ...items.map((node, i) => ({
      node,
      put: (whole: Node) => {
        concepts.flow = false
        if (isSeq(local)) local.flow = false
        items[i] = whole
      },
    })),
  ]
}

/** The event file with its ontology files inlined, so that it is complete on its own. A file without any stays exactly as it is. */
export function withInlineConcepts(text: string, files: ConceptFiles): string {
  const document = parseYaml(text)
  let changed = false
  for (const { node, put } of sourcesIn(document.contents)) {
    const source = fileOf(node)
    const read = source && files.get(source.path)
    if (!source || !read || read instanceof Error) continue
    put(yamlOntology(withTopic(read, source.topic).ontology, document))
    changed = true
  }
  return changed ? document.toString(YAML_FORMAT) : text
}
