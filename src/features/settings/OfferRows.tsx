import type { ReactNode } from 'react';
import { offerLimits, type QuestionKind } from '../../shared/offers/offer-types.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField, SelectField } from '../../ui/forms/choices.tsx';
import { FieldError, InputField, TextAreaField } from '../../ui/forms/Field.tsx';
import { MoneyField, WholeNumberField } from '../../ui/forms/NumberFields.tsx';
import type { Form } from '../../ui/forms/use-form.ts';
import { MoveButtons } from '../../ui/MoveButtons.tsx';
import { passFocusOnRemoval, rowFocusProps } from '../../ui/pass-focus-on-removal.ts';
import {
  type AddOnFields,
  kindNames,
  moveRow,
  nextId,
  type OfferFields,
  type QuestionFields,
} from './offer-form.ts';

interface RowProps<Row> {
  row: Row;
  /** Returns the props of a text field. */
  field: (name: keyof Row & string) => ReturnType<Form<OfferFields>['field']>;
  write: (changes: Partial<Row>) => void;
}

/** Renders rows that can be added, moved, and removed. */
function Rows<Row extends { id: string }>(props: {
  title: string;
  hint: string;
  /** The name of a single row. */
  one: string;
  form: Form<OfferFields>;
  name: 'questions' | 'addOns';
  rows: Row[];
  /** A newly added row. */
  blank: Omit<Row, 'id'>;
  children: (row: RowProps<Row>) => ReactNode;
}) {
  const { title, hint, one, name, rows, blank, children } = props;
  const { errors, isBusy, write } = props.form;
  const onChange = (changed: Row[]) => write({ [name]: changed });

  function propsOf(row: Row, place: number): RowProps<Row> {
    const writeRow = (changes: Partial<Row>) =>
      onChange(rows.map((other) => (other === row ? { ...row, ...changes } : other)));
    return {
      row,
      write: writeRow,
      field(part) {
        const path = `${name}.${place}.${part}`;
        const wrong = Object.keys(errors).find((known) => known === path || known.startsWith(`${path}.`));
        return {
          value: String(row[part]),
          error: wrong && errors[wrong],
          readOnly: isBusy,
          autoComplete: 'off',
          onChange: ({ target }) => writeRow({ [part]: target.value } as Partial<Row>),
        };
      },
    };
  }

  return (
    <fieldset className="grid min-w-0 gap-3 border-t border-hairline pt-4">
      <legend className="float-left font-display text-lg">{title}</legend>
      <p className="field-hint clear-both">{hint}</p>
      <FieldError text={errors[name]} />
      <ol aria-label={title} tabIndex={-1} className="grid gap-3 empty:hidden">
        {rows.map((row, place) => {
          const label = `${one} ${place + 1}`;
          return (
            <li
              key={row.id}
              ref={passFocusOnRemoval}
              className="grid gap-3 rounded-field border border-base-300 p-3 sm:p-4"
            >
              <div className="flex flex-wrap items-center gap-2">
                <span className="flex-1 font-semibold">{label}</span>
                {rows.length > 1 && (
                  <MoveButtons
                    name={label}
                    place={place}
                    count={rows.length}
                    isBusy={isBusy}
                    onMove={(to) => onChange(moveRow(rows, row, to))}
                  />
                )}
                <Button
                  {...rowFocusProps}
                  aria-label={`Remove: ${label}`}
                  disabled={isBusy}
                  onClick={() => onChange(rows.filter((other) => other !== row))}
                >
                  Remove
                </Button>
              </div>
              {children(propsOf(row, place))}
            </li>
          );
        })}
      </ol>
      {rows.length < offerLimits[name] && (
        <div>
          <Button
            disabled={isBusy}
            onClick={() => onChange([...rows, { ...blank, id: nextId(rows) } as Row])}
          >
            Add {one.toLowerCase()}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

export function QuestionRows({ form }: { form: Form<OfferFields> }) {
  return (
    <Rows
      title="Questions"
      hint="What the order form asks, in this order. Existing orders keep their questions and answers."
      one="Question"
      name="questions"
      rows={form.fields.questions}
      form={form}
      blank={{ kind: 'text', label: '', help: '', required: false, choices: '' }}
    >
      {(row) => <Question {...row} />}
    </Rows>
  );
}

function Question({ row, field, write }: RowProps<QuestionFields>) {
  return (
    <>
      <InputField
        {...field('label')}
        label="Question"
        // A row without a label was just added.
        autoFocus={row.label === ''}
        limit={offerLimits.labelCharacters}
      />
      <SelectField
        label="Answer type"
        choices={Object.entries(kindNames)}
        value={row.kind}
        onChange={(event) => write({ kind: event.target.value as QuestionKind })}
      />
      {row.kind === 'choice' && (
        <TextAreaField {...field('choices')} label="Choices" hint="One on each line." rows={4} />
      )}
      <InputField
        {...field('help')}
        label="Help"
        optional
        hint="Shown with the question."
        limit={offerLimits.helpCharacters}
      />
      <CheckboxField label="Required" checked={row.required} onChange={(required) => write({ required })} />
    </>
  );
}

export function AddOnRows({ form }: { form: Form<OfferFields> }) {
  return (
    <Rows
      title="Add-ons"
      hint="Extras customers can order with it, each with its own price."
      one="Add-on"
      name="addOns"
      rows={form.fields.addOns}
      form={form}
      blank={{ name: '', price: '', days: '', asks: '' }}
    >
      {(row) => <AddOn {...row} />}
    </Rows>
  );
}

function AddOn({ row, field }: RowProps<AddOnFields>) {
  return (
    <>
      <InputField
        {...field('name')}
        label="Name of the add-on"
        autoFocus={row.name === ''}
        limit={offerLimits.nameCharacters}
      />
      <MoneyField {...field('price')} label="Price" />
      <WholeNumberField
        {...field('days')}
        label="Rush delivery, in business days"
        optional
        hint="Leave empty if it isn’t a rush. Not sold while the shop is full or paused."
      />
      <InputField
        {...field('asks')}
        label="Asks this question"
        optional
        hint="For example, an extra question for the reader. An answer is required."
        limit={offerLimits.labelCharacters}
      />
    </>
  );
}
