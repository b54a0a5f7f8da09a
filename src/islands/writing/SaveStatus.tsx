import { useStore } from '@nanostores/react';
import type { Autosave } from '../../client/writing/autosave.ts';
import { useBusinessDays } from '../desk/business-days-context.ts';
import { useMinute } from './use-minute.ts';

/** Says honestly whether the text is on the server. */
export function SaveStatus({ autosave }: { autosave: Autosave }) {
  const { happenedWhen } = useBusinessDays();
  const state = useStore(autosave.$state);
  const now = useMinute();
  switch (state.name) {
    case 'untouched':
      return null;
    case 'loading':
      return (
        <p key="loading" role="status" className="text-sm text-quiet">
          Loading your text…
        </p>
      );
    case 'saving':
      return (
        <p key="saving" className="text-sm text-quiet">
          Saving…
        </p>
      );
    case 'saved':
      return (
        <p key="saved" className="text-sm text-quiet">
          Saved {happenedWhen(state.at, now)}
          {state.begunBy && <span>, begun by {state.begunBy}</span>}
          {state.held && <span className="block font-semibold text-tone-warning">{state.held}</span>}
        </p>
      );
    case 'unsaved':
      return (
        <p key="unsaved" role="status" className="text-sm font-semibold text-tone-error">
          Not saved: {state.problem} Your text is saved on this device.
        </p>
      );
    case 'ended':
      return (
        <p key="ended" role="status" className="text-sm font-semibold text-tone-error">
          Not saved any more: {state.why} Your text is saved on this device.
        </p>
      );
    case 'conflict':
      return (
        // Announced where the texts are compared.
        <p key="conflict" className="text-sm font-semibold text-tone-error">
          Not saved: a different text was saved elsewhere.
        </p>
      );
  }
}
