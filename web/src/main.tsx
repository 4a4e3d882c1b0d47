import { createRoot } from 'react-dom/client'
import './design/tokens.css'
import './design/base.css'
import './design/components.css'
import './shell/shell.css'
import { App } from './app.tsx'
import { guardHistory } from './shell/guard.ts'

guardHistory()
const place = document.getElementById('app')
if (place) createRoot(place).render(<App />)
