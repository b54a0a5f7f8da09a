import type { RefObject } from 'react';
import type { ReaderDesk } from '../../client/dashboards/reader-desk.ts';
import { TextCounts } from '../readings/TextCounts.tsx';
import { BeforeSubmitting } from './BeforeSubmitting.tsx';
import { SaveStatus } from './SaveStatus.tsx';
import type { Writing } from './use-writing.ts';
import { WritingActions } from './WritingActions.tsx';

interface ActionBarProps {
  desk: ReaderDesk;
  writing: Writing;
  contentField: RefObject<HTMLTextAreaElement | null>;
}

/** How a text stands, and what one does with it. It never scrolls away. */
export function ActionBar({ desk, writing, contentField }: ActionBarProps) {
  const { order, fields, isSubmitting } = writing;
  return (
    <div className="action-bar grid gap-2 cramped:flex cramped:flex-wrap cramped:items-baseline cramped:gap-x-3 cramped:gap-y-1">
      {order && (
        <BeforeSubmitting
          key={order.id}
          content={fields.content}
          addresseeName={order.readingAddresseeName}
          contentField={contentField}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 cramped:contents">
        <div className="min-w-0 grow basis-60 cramped:flex cramped:basis-auto cramped:flex-wrap cramped:gap-x-3">
          {order && <SaveStatus autosave={desk.autosaveOf(order.id)} />}
          {!order && fields.content && (
            <p className="text-sm text-quiet">Saved on this device until you choose an order.</p>
          )}
          <TextCounts text={fields.content} recommended="500-1000 words" />
        </div>
        <div className="flex flex-wrap items-center gap-2 cramped:order-2 cramped:basis-full">
          <WritingActions
            desk={desk}
            order={order}
            hasText={fields.content.trim() !== ''}
            isSubmitting={isSubmitting}
          />
        </div>
      </div>
    </div>
  );
}
