import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '../../html/escape-html.ts'
import { ownPath, plainPage } from '../plain-page.ts'
import { sendProblem } from '../problems.ts'
import { checkToken, type Gate, type Refusal, sessionOf } from './gate.ts'

const MAX_FORM_BYTES = 4_096

/** Login form, which exchanges the token for a session, and logout. */
export function addLogin(app: FastifyInstance, gate: Gate, secure: boolean): void {
  const cookie = (value: string, age: string) =>
    `${gate.cookie}=${value}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}${age}`

  app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
    )
    scope.get('/login', { config: { access: 'public' } }, async (request, reply) =>
      loginPage(reply, 200, nextOf(new URL(request.url, 'http://x').searchParams)),
    )
    scope.post('/login', { config: { access: 'public' } }, async (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const next = nextOf(form)
      // Browsers send the origin of a form; a request without one does not come from our form.
      if (request.headers.origin === undefined) {
        return sendProblem(reply, 403, {
          code: 'foreign-origin',
          message: 'Log in with the form of this server',
        })
      }
      const wrong: Refusal = {
        status: 401,
        body: { code: 'no-credential', message: 'Wrong token' },
      }
      const refused = gate.credential && checkToken(form.get('token') ?? '', request.ip, gate, wrong)
      if (refused) {
        if (refused.retryAfter) reply.header('retry-after', refused.retryAfter)
        return loginPage(reply, refused.status, next, refused.body.message)
      }
      const id = gate.sessions.begin(sessionOf(request.headers, gate.cookie))
      return reply.header('set-cookie', cookie(id, '')).redirect(next, 303)
    })
    done()
  })
  app.post('/logout', { config: { access: 'read' } }, async (request, reply) => {
    gate.sessions.end(sessionOf(request.headers, gate.cookie))
    return reply.header('set-cookie', cookie('', '; Max-Age=0')).send({ ok: true })
  })
}

/** Where to redirect after login. */
function nextOf(given: URLSearchParams): string {
  return ownPath(given.get('next') ?? '/')
}

/** The page for browsers that are not logged in. */
export function loginPage(reply: FastifyReply, status: number, next: string, problem = ''): FastifyReply {
  const page = `<form method="post" action="/login">
<h1>Eventide</h1>
${problem && `<p role="alert">${escapeHtml(problem)}</p>`}
<label for="token">Token</label>
<input id="token" name="token" type="password" autocomplete="current-password" required autofocus>
<input type="hidden" name="next" value="${escapeHtml(next)}">
<button>Log in</button>
</form>`
  return plainPage(reply, status, 'Log in', page)
}

/** With `SameSite=Strict`, a link from another site arrives without the cookie. Reloading from our own page sends it. */
export function reloadPage(reply: FastifyReply, url: string): FastifyReply {
  const path = escapeHtml(ownPath(url))
  const again = `<meta http-equiv="refresh" content="0; url=${path}"><p><a href="${path}">Continue</a></p>`
  return plainPage(reply, 401, 'Eventide', again)
}
