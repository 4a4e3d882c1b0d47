import { useAbout } from '../api/about.tsx'
import { useWriteAccess, type WriteAccess } from '../api/write-access.tsx'
import { momentText } from '../design/format.ts'

const PERMISSION = 'Whoever runs the server can give it write permission and start it again.'

/** Why the screen has no controls that change something; nothing if it has them. */
export function ReadOnlyNotice() {
  const access = useWriteAccess()
  const about = useAbout()
  const text = about && whyReadOnly(access)
  if (!text) return null
  return (
    <p className="notice" role="status" data-read-only={access.readOnly}>
      {text}
    </p>
  )
}

function whyReadOnly({ readOnly, writer }: WriteAccess): string | null {
  if (readOnly === 'published')
    return 'This library is published read-only. Nothing can be started or changed here.'
  if (readOnly === 'folder')
    return `The server cannot write to its folder, so nothing can be started or changed. ${PERMISSION}`
  if (readOnly === 'collection')
    return `The server cannot write to the folder of this collection, so it cannot be crawled or changed. ${PERMISSION}`
  if (readOnly !== 'locked') return null
  const who = writer?.pid
    ? ` (process ${writer.pid} on ${writer.host}, since ${momentText(writer.since)})`
    : ''
  return `Another process is writing to this collection${who}, such as a crawl on the command line. It can be changed here again when that process has ended.`
}
