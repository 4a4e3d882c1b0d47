import { FIRST_PAGE } from '../crawl/reading/first-page.ts'
import type { PageToJudge } from '../library/judge-page.ts'
import type { PageLine } from '../library/page-line.ts'
import { loadInheritedPlugins } from '../plugins/load-plugins.ts'
import { serveTasks } from '../process/task-process.ts'
import { type JudgeSetup, judgeHere } from './judge-here.ts'

serveTasks<JudgeSetup, PageToJudge, PageLine>(async (setup) => {
  await loadInheritedPlugins()
  const judge = judgeHere(setup)
  judge({ input: FIRST_PAGE })
  return judge
})
