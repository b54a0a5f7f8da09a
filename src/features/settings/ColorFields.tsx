import { useState } from 'react';
import { day, night } from '../../../tailwind.config.mjs';
import { accentOf, hueOf } from '../../shared/shop/accent.ts';
import { readWholeNumber } from '../../shared/typed-numbers.ts';
import { Field } from '../../ui/forms/Field.tsx';
import type { Form } from '../../ui/forms/use-form.ts';
import type { BusinessFields } from './business-store.ts';

/** Hues by name; the blank one is the original plum. */
const named: [name: string, hue: string][] = [
  ['Plum', ''],
  ['Rose', '0'],
  ['Brick', '30'],
  ['Amber', '65'],
  ['Olive', '115'],
  ['Forest', '150'],
  ['Teal', '190'],
  ['Sea', '230'],
  ['Blue', '260'],
  ['Violet', '300'],
];

/** Renders the choice of the site's color, by name or freely, with a preview. */
export function ColorFields({ form }: { form: Form<BusinessFields> }) {
  const { accentHue } = form.fields;
  // Keeps the picked color: writing the adjusted one into the picker would move it.
  const [picked, setPicked] = useState('');
  return (
    <>
      <fieldset>
        <legend className="font-semibold">Links, buttons and headings</legend>
        <div className="mt-2 flex flex-wrap gap-2">
          {named.map(([name, hue]) => (
            <label key={name} className="flex min-h-11 cursor-pointer items-center gap-2 pr-3">
              <input
                type="radio"
                name="accentHue"
                className="radio radio-primary radio-sm"
                checked={accentHue === hue}
                onChange={() => form.write({ accentHue: hue })}
              />
              <span
                aria-hidden="true"
                className="size-5 rounded-full border border-field-line"
                style={{ background: colorsOf(hue).day }}
              />
              {name}
            </label>
          ))}
        </div>
      </fieldset>
      <Field label="Custom color" hint="Its lightness is adjusted so that text is always readable.">
        {(aria) => (
          <input
            {...aria}
            type="color"
            className="h-11 w-20 cursor-pointer rounded-field border border-field-line bg-base-100 p-1"
            value={String(hueOf(picked)) === accentHue ? picked : colorsOf(accentHue).day}
            onChange={({ target }) => {
              setPicked(target.value);
              form.write({ accentHue: String(hueOf(target.value)) });
            }}
          />
        )}
      </Field>
      <p className="field-hint max-w-prose">
        Used on pages, in emails and for the browser icon. Link previews, the phone icon and the cards in
        emails stay plum.
      </p>
      <ColorPreview hue={accentHue} />
    </>
  );
}

function ColorPreview({ hue }: { hue: string }) {
  const colors = colorsOf(hue);
  const themes = [
    { name: 'Light mode', theme: day, own: colors.day, content: day['primary-content'] },
    { name: 'Dark mode', theme: night, own: colors.night, content: colors.onNight },
  ];
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {themes.map(({ name, theme, own, content }) => (
        <div
          key={name}
          className="grid justify-items-start gap-3 rounded-box border border-hairline p-4"
          style={{ background: theme['base-100'], color: theme['base-content'] }}
        >
          <span>
            {name}: <span style={{ color: own, textDecoration: 'underline' }}>a link</span>
          </span>
          <span className="rounded-field px-4 py-2 font-semibold" style={{ background: own, color: content }}>
            A button
          </span>
        </div>
      ))}
    </div>
  );
}

/** @param hue as typed; an invalid one gives plum */
function colorsOf(hue: string) {
  const degrees = readWholeNumber(hue);
  if (degrees !== null && degrees >= 0 && degrees < 360) return accentOf(degrees);
  return { day: day.primary, night: night.primary, onNight: night['primary-content'] };
}
