import { useAbout } from '../../api/about.tsx'
import { Field } from '../../design/field.tsx'
import { Select } from '../../design/select.tsx'
import { DEFAULTS, type ReadForm, type SettingsForm } from './settings-form.ts'

interface SettingsPanelProps {
  readonly form: SettingsForm
  readonly errors: ReadForm['errors']
  readonly onChange: (form: SettingsForm) => void
  readonly disabled: boolean
}

type TextField = Exclude<keyof SettingsForm, 'stopWhenSaturated' | 'strategy' | 'render' | 'archive'>

/** What the crawl is told. Fields left empty keep their default, which is said beside them. */
export function SettingsPanel({ form, errors, onChange, disabled }: SettingsPanelProps) {
  const about = useAbout()
  const strategies = about?.strategies ?? []
  const chosen = strategies.find(({ name }) => name === form.strategy)
  const set = (part: Partial<SettingsForm>) => onChange({ ...form, ...part })
  const text = (
    field: TextField,
    label: string,
    hint: string,
    mode: 'numeric' | 'decimal' | 'text' = 'numeric',
  ) => (
    <Field label={label} hint={hint} error={errors.get(field)}>
      {(control) => (
        <input
          {...control}
          className="input"
          inputMode={mode}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholderOf(field)}
          value={form[field]}
          disabled={disabled}
          onChange={(event) => set({ [field]: event.target.value })}
        />
      )}
    </Field>
  )
  const hosts = (field: 'allowHosts' | 'denyHosts', label: string, hint: string) => (
    <Field label={label} hint={hint} error={errors.get(field)}>
      {(control) => (
        <textarea
          {...control}
          className="input code"
          rows={4}
          spellCheck={false}
          value={form[field]}
          disabled={disabled}
          onChange={(event) => set({ [field]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <div className="settings">
      <fieldset>
        <legend>Strategy</legend>
        <Select
          label="Strategy"
          hint={chosen?.summary ?? `Default (${about?.defaultStrategy ?? ''}).`}
          value={form.strategy}
          disabled={disabled}
          onChange={(strategy) => set({ strategy })}
          options={[
            // Once one was chosen there is no way back to what the event says, but to choose that.
            ...(form.strategy === '' ? [{ value: '', label: 'Default' }] : []),
            ...strategies.map(({ name }) => ({ value: name, label: name })),
          ]}
        />
        <label className="row check">
          <input
            type="checkbox"
            checked={form.stopWhenSaturated}
            disabled={disabled}
            onChange={(event) => set({ stopWhenSaturated: event.target.checked })}
          />
          Stop when saturated
        </label>
      </fieldset>
      <fieldset>
        <legend>Budget</legend>
        {text('pages', 'Pages', 'Stop when the collection holds this many fetched pages.')}
        {text('minutes', 'Minutes', 'Per run. Leave empty for no limit.', 'decimal')}
      </fieldset>
      <fieldset>
        <legend>Politeness</legend>
        {text('delayMs', 'Delay in milliseconds', 'Wait between two requests to one host.')}
        {text('concurrency', 'Concurrency', 'Hosts visited at the same time.')}
        {text(
          'contact',
          'Contact',
          'Web or e-mail address where a site’s owner can reach you. The public web is not asked without one.',
          'text',
        )}
      </fieldset>
      <fieldset>
        <legend>Scope</legend>
        {text('maxDepth', 'Depth', 'Maximum number of links followed from a seed.')}
        {hosts(
          'allowHosts',
          'Allowed hosts',
          'Stay on these and what is under them; one to a line. Empty: all.',
        )}
        {hosts('denyHosts', 'Denied hosts', 'Never go to these or what is under them.')}
      </fieldset>
      <fieldset>
        <legend>Archive and rendering</legend>
        <Select
          label="Archive"
          hint="A page that has vanished cannot be fetched again: all is safer, kept is smaller."
          value={form.archive || DEFAULTS.archive}
          disabled={disabled}
          onChange={(archive) => set({ archive })}
          options={[
            { value: 'all', label: 'All fetched pages' },
            { value: 'kept', label: 'Kept pages only' },
          ]}
        />
        <Select
          label="Render in a browser"
          hint="For pages that have no text before their scripts have run. Needs Chromium."
          value={form.render || DEFAULTS.render}
          disabled={disabled}
          onChange={(render) => set({ render })}
          options={[
            { value: 'auto', label: 'Pages without text' },
            { value: 'always', label: 'Always' },
            { value: 'never', label: 'Never' },
          ]}
        />
      </fieldset>
    </div>
  )
}

/** What an empty field stands for, where that is a number anyone would set. */
function placeholderOf(field: TextField): string | undefined {
  const { pages, concurrency, delayMs, maxDepth } = DEFAULTS
  const numbers = new Map<TextField, number>(
    Object.entries({ pages, concurrency, delayMs, maxDepth }) as [TextField, number][],
  )
  return numbers.get(field)?.toString()
}
