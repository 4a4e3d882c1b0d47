import { crawlOption, OPTION_GROUPS, type OptionGroup } from '../../../../src/model/crawl-options.ts'
import { MoreOptions } from '../../options/more-options.tsx'
import { OptionField } from '../../options/option-field.tsx'
import { StrategyFields } from '../../options/strategy-fields.tsx'
import { crawlOptionDisplay } from './option-display.ts'
import { FORM_OPTIONS, type FormOption } from './settings-form.ts'
import type { Setup } from './use-setup.ts'

/** Shown at once; the others are under "More options". */
const COMMON: ReadonlySet<FormOption> = new Set<FormOption>([
  'pages',
  'time',
  'stopWhenSaturated',
  'depth',
  'allowHost',
  'denyHost',
  'delay',
  'concurrency',
  'archive',
  'render',
  'contact',
])

const isCommon = (name: FormOption) => COMMON.has(name)
const isUncommon = (name: FormOption) => !COMMON.has(name)

interface SettingsPanelProps {
  readonly setup: Setup
  /** A running crawl: which changes it applies at once is then shown. */
  readonly active: boolean
  readonly disabled: boolean
}

/** Every option of a crawl, from the table of options, grouped as there. */
export function SettingsPanel({ setup, active, disabled }: SettingsPanelProps) {
  const { texts } = setup.form
  const uncommon = FORM_OPTIONS.filter(isUncommon)
  const fields = (names: readonly FormOption[]) =>
    names.map((name) => (
      <OptionField
        key={name}
        display={crawlOptionDisplay(name, active ? 'running' : 'idle')}
        text={texts[name]}
        error={setup.errors.get(name)}
        disabled={disabled}
        onChange={(text) => setup.editOption(name, text)}
      />
    ))
  return (
    <div className="stack">
      <div className="settings">
        <fieldset className="wide">
          <legend>Strategy</legend>
          <StrategyFields
            form={setup.form.strategy}
            strategies={setup.strategies}
            fallback={setup.fallback}
            errors={setup.strategyErrors}
            disabled={disabled}
            onChange={setup.editStrategy}
          />
        </fieldset>
        {groupsOf(isCommon).map(({ group, names }) => (
          <fieldset key={group}>
            <legend>{group}</legend>
            {fields(names)}
          </fieldset>
        ))}
      </div>
      <MoreOptions
        title="More options"
        changed={uncommon.filter((name) => texts[name].trim() !== '').length}
        hasErrors={uncommon.some((name) => setup.errors.has(name))}
      >
        <div className="settings">
          {groupsOf(isUncommon).map(({ group, names }) => (
            <fieldset key={group}>
              <legend>{group}</legend>
              {fields(names)}
            </fieldset>
          ))}
        </div>
      </MoreOptions>
    </div>
  )
}

interface Group {
  readonly group: OptionGroup
  readonly names: readonly FormOption[]
}

const groupsOf = (fits: (name: FormOption) => boolean): Group[] =>
  OPTION_GROUPS.map((group) => ({
    group,
    names: FORM_OPTIONS.filter((name) => fits(name) && crawlOption(name).group === group),
  })).filter(({ names }) => names.length > 0)
