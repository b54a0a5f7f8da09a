import { useStore } from '@nanostores/react';
import { limits } from '../../shared/limits.ts';
import {
  type Code,
  type CodeInput,
  codeDayProblems,
  createCodeSchema,
} from '../../shared/offers/code-schema.ts';
import { Button, SubmitButton } from '../../ui/Button.tsx';
import { FetchedSection } from '../../ui/errors/WhenFetched.tsx';
import { CheckboxField } from '../../ui/forms/choices.tsx';
import { InputField } from '../../ui/forms/Field.tsx';
import { MoneyField, WholeNumberField } from '../../ui/forms/NumberFields.tsx';
import { type Form, useForm } from '../../ui/forms/use-form.ts';
import { Badge } from '../../ui/pieces.tsx';
import {
  useDateFormats,
  useDeskBase,
  useDeskStore,
  useRefreshOnMount,
  useRunning,
} from '../desk/desk-hooks.ts';
import {
  amountProblem,
  blankCode,
  codeLink,
  codeState,
  codeText,
  createCodeDesk,
  toCode,
} from './code-store.ts';

export function CodesSection() {
  const { codes, add } = useDeskStore(createCodeDesk);
  // Customers use codes, and another admin may have changed them.
  useRefreshOnMount(codes);
  return (
    <div className="grid items-start gap-x-10 gap-y-8 md:grid-cols-2">
      <FetchedSection title="Your codes" fetched={codes} what="codes">
        {(listed) => (
          <ul className="divide-y divide-base-300">
            {listed.length === 0 && <li className="text-quiet">There are no codes yet.</li>}
            {listed.map((code) => (
              <CodeRow key={code.id} code={code} />
            ))}
          </ul>
        )}
      </FetchedSection>
      <CodeForm save={add} />
    </div>
  );
}

function CodeRow({ code }: { code: Code }) {
  const { storeOf, offers } = useDeskBase();
  const { data = [] } = useStore(offers.$state);
  const running = useRunning('codes');
  const names = code.offers.map((slug) => data.find((offer) => offer.slug === slug)?.name ?? slug);
  const state = codeState(code, useDateFormats().today());
  const action = code.isActive ? 'Turn off' : 'Turn on';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <span className="font-semibold">{code.code}</span>{' '}
        <Badge tone={state === 'On' ? 'success' : 'neutral'}>{state}</Badge>
        <p className="text-sm text-quiet">{codeText(code)}</p>
        {names.length > 0 && <p className="text-sm text-quiet">{`Only for ${names.join(', ')}`}</p>}
        <a className="link text-sm" href={codeLink(code)}>
          {codeLink(code)}
        </a>
      </div>
      <Button
        task={`switch:${code.id}`}
        running={running}
        aria-label={`${action}: ${code.code}`}
        onClick={() => void storeOf(createCodeDesk).switchTo(code, !code.isActive)}
      >
        {action}
      </Button>
    </li>
  );
}

function CodeForm({ save }: { save: ReturnType<typeof createCodeDesk>['add'] }) {
  const { data = [] } = useStore(useDeskBase().offers.$state);
  const offers = data.filter(({ visibility }) => visibility !== 'archived');
  const { today } = useDateFormats();
  const form: Form<typeof blankCode> = useForm<typeof blankCode, CodeInput>({
    stored: blankCode,
    schema: createCodeSchema,
    toSent: toCode,
    check: ({ from = null, until = null }) => ({
      amountOff: amountProblem(form.fields),
      ...codeDayProblems({ from, until }, today()),
    }),
    save,
  });
  const { field, isBusy } = form;
  const chosen = form.fields.offers;
  const choose = (slug: string, isChosen: boolean) =>
    form.write({ offers: [...chosen.filter((other) => other !== slug), ...(isChosen ? [slug] : [])] });
  return (
    <form
      noValidate
      aria-labelledby="new-code"
      className="grid min-w-0 content-start gap-4"
      onSubmit={form.onSubmit}
    >
      <h4 id="new-code" className="font-display text-lg">
        New code
      </h4>
      <InputField {...field('code')} label="Code" hint="Such as SPRING." limit={limits.codeCharacters} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] items-start gap-4">
        <WholeNumberField {...field('percentOff')} label="Percent" hint="Enter a percentage or an amount." />
        <MoneyField {...field('amountOff')} label="Amount" />
        <WholeNumberField {...field('limit')} label="Total uses" optional />
        <WholeNumberField {...field('perAddress')} label="Uses per customer" optional />
        <InputField {...field('from')} type="date" label="First day" optional />
        <InputField {...field('until')} type="date" label="Last day" optional />
      </div>
      {offers.length > 1 && (
        <fieldset disabled={isBusy} className="grid gap-2 wrap-anywhere">
          <legend className="mb-1 font-semibold">Offers</legend>
          <p className="field-hint">If you choose none, the code works for every offer.</p>
          {offers.map(({ slug, name }) => (
            <CheckboxField
              key={slug}
              label={name}
              checked={chosen.includes(slug)}
              onChange={(isChosen) => choose(slug, isChosen)}
            />
          ))}
        </fieldset>
      )}
      <SubmitButton isBusy={isBusy}>Add code</SubmitButton>
    </form>
  );
}
