import { useStore } from '@nanostores/react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import type { Message } from '../../shared/orders/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/errors/lazy-part.tsx';
import { WhenFetched } from '../../ui/errors/WhenFetched.tsx';
import { Switch } from '../../ui/forms/choices.tsx';
import { TextAreaField } from '../../ui/forms/Field.tsx';
import { submitByKey } from '../../ui/forms/form-keys.ts';
import { useForm } from '../../ui/forms/use-form.ts';
import { insertText } from '../../ui/insert-text.ts';
import { passFocusOnRemoval } from '../../ui/pass-focus-on-removal.ts';
import { Disclosure, TypedText } from '../../ui/pieces.tsx';
import { useDateFormats, useDeskBase, useDraft, useRunning } from '../desk/desk-hooks.ts';
import { createConversation } from './conversation.ts';

const SnippetPicker = lazyPart(() => import('../desk/snippets/SnippetPicker.tsx'), 'SnippetPicker', null);

interface ConversationProps {
  order: { id: string; readingAddresseeName: string };
  /** Whether a reading is awaited: a question can pause its due date. */
  canAsk: boolean;
  /** Whether what the customer wrote by email can be added. */
  canAdd?: boolean;
}

type Parts = { conversation: ReturnType<typeof createConversation> };

/** Shows the conversation with the customer of an order, and writes to them. */
export function Conversation({ order, canAsk, canAdd = false }: ConversationProps) {
  const conversation = useConversation(order.id);
  const hasDraft = conversation.draft.$fields.get() !== null;
  return (
    <section id={`messages-${order.id}`} aria-label="Messages" className="grid gap-3">
      <WhenFetched fetched={conversation.list} what="messages" height="h-6">
        {(messages) => {
          const isAsked = messages.some(({ kind, open }) => kind === 'question' && open);
          const form = (
            <Writer
              conversation={conversation}
              addressee={order.readingAddresseeName}
              canAsk={canAsk && !isAsked}
              canAdd={canAdd}
            />
          );
          if (messages.length === 0) {
            return (
              <Disclosure key={order.id} summary="Write to the customer" isOpenAtFirst={hasDraft}>
                <div className="pt-2">{form}</div>
              </Disclosure>
            );
          }
          const toAnswer = messages.findLast(({ from, open }) => from === 'customer' && open);
          return (
            <>
              <h3 className="text-lg">Messages</h3>
              <div role="log" aria-label="Conversation with the customer">
                <ol className="grid gap-4">
                  {messages.map((message) => (
                    <Said
                      key={message.id}
                      conversation={conversation}
                      message={message}
                      isToAnswer={message === toAnswer}
                    />
                  ))}
                </ol>
              </div>
              {form}
            </>
          );
        }}
      </WhenFetched>
    </section>
  );
}

function useConversation(orderId: string) {
  const desk = useDeskBase();
  return useMemo(() => createConversation(desk, orderId), [desk, orderId]);
}

/** Says that the customer waits for a reply, and leads to where it is written; nothing when they do not. */
export function ReplyToDo({ orderId }: { orderId: string }) {
  const { data = [] } = useStore(useConversation(orderId).list.$state);
  if (!data.some(({ from, open }) => from === 'customer' && open)) return null;
  const reply = () =>
    document.querySelector<HTMLElement>(`#messages-${CSS.escape(orderId)} textarea`)?.focus();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-l-4 border-l-primary pl-4">
      <p className="font-semibold">The customer waits for a reply</p>
      <Button onClick={reply}>Reply</Button>
    </div>
  );
}

const verbs: Record<Message['kind'], string> = {
  question: 'asked',
  answer: 'answered',
  problem: 'reports a problem',
  message: 'wrote',
};

const titleOf = ({ author, kind }: Message) => `${author} ${verbs[kind]}`;

function Said({ conversation, message, isToAnswer }: Parts & { message: Message; isToAnswer: boolean }) {
  const { dateTime, deadline } = useDateFormats();
  const isBusy = useRunning(`message:${message.id}`) !== undefined;
  const { from, kind, open, closedAt, addedBy } = message;
  const close = (label: string) => (
    <div>
      <Button isBusy={isBusy} busyLabel="Closing…" onClick={() => void conversation.close(message)}>
        {label}
      </Button>
    </div>
  );
  return (
    <li className="min-w-0">
      <AttributedText
        title={titleOf(message)}
        at={message.createdAt}
        words={message.text}
        className={`grid gap-2 border-l-2 pl-3 ${from === 'customer' ? 'border-primary' : 'border-base-300'}`}
      >
        {addedBy && <p className="text-sm text-quiet">Added from an email by {addedBy}</p>}
        {message.isUndelivered && (
          <p className="text-sm text-tone-error">The mail server refused the email with this message.</p>
        )}
        {closedAt && (
          <p className="text-sm text-quiet">
            {kind === 'question' ? 'Closed without an answer' : 'Marked as done'} {dateTime(closedAt)}
          </p>
        )}
        {open && kind === 'question' && (
          <>
            <p className="text-sm">
              The due date waits for the answer.
              {open.remindedAt && <span> Reminded {dateTime(open.remindedAt)}.</span>}
            </p>
            {open.canBeClosed && close('Continue without an answer')}
          </>
        )}
        {open?.answerBy && isToAnswer && (
          <>
            <p className="text-sm">An answer was promised by {deadline(open.answerBy)}.</p>
            {close('Mark as done')}
          </>
        )}
      </AttributedText>
    </li>
  );
}

type WriterProps = Parts & { addressee: string; canAsk: boolean; canAdd: boolean };

function Writer({ conversation, addressee, canAsk, canAdd }: WriterProps) {
  const [isPicking, setIsPicking] = useState<boolean | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { fields, field, toggle, isBusy, onSubmit } = useForm({
    stored: { text: '', isQuestion: false, isEmail: false },
    typed: useDraft(conversation.draft),
    check: ({ text }) => ({ text: text.trim() ? null : 'The message is empty.' }),
    save: conversation.send,
  });
  const isEmail = canAdd && fields.isEmail;
  const isQuestion = canAsk && fields.isQuestion && !isEmail;
  const hint = isEmail
    ? 'It joins the conversation. The customer gets no email.'
    : 'The customer gets this text by email and answers on their order’s page.';
  return (
    <form ref={form} noValidate className="grid gap-2" onKeyDown={submitByKey} onSubmit={onSubmit}>
      <TextAreaField
        {...field('text')}
        label={isEmail ? 'What the customer wrote' : 'Your message'}
        hint={hint}
        limit={limits.messageCharacters}
        rows={2}
        dir="auto"
        className="field-sizing-content min-h-16 leading-relaxed"
        aria-keyshortcuts="Control+Enter"
      />
      {canAsk && !isEmail && (
        <Switch label="A question: the due date waits for the answer" {...toggle('isQuestion')} />
      )}
      {canAdd && <Switch label="Add their email instead" {...toggle('isEmail')} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={isBusy} busyLabel={isEmail ? 'Adding…' : 'Sending…'}>
          {isEmail ? 'Add their email' : isQuestion ? 'Ask the customer' : 'Send'}{' '}
          <kbd className="kbd kbd-sm max-md:hidden pointer-coarse:hidden">Ctrl Enter</kbd>
        </Button>
        {!isEmail && (
          <Button
            className="btn btn-ghost btn-sm"
            onClick={() => {
              // The dialog returns the focus to the field and its caret.
              form.current?.querySelector('textarea')?.focus({ preventScroll: true });
              setIsPicking(true);
            }}
          >
            Snippets
          </Button>
        )}
      </div>
      {isPicking !== null && (
        <SnippetPicker
          open={isPicking}
          onClose={() => setIsPicking(false)}
          addresseeName={addressee}
          onInsert={insertText}
        />
      )}
    </form>
  );
}

type SaidProps = { title: string; at: string; words: string | null; className: string; children?: ReactNode };

/** What a person said, and when. */
export function AttributedText({ title, at, words, className, children }: SaidProps) {
  const { dateTime } = useDateFormats();
  return (
    <div ref={passFocusOnRemoval} className={className}>
      <p className="flex flex-wrap gap-x-2 text-sm">
        <span className="min-w-0 font-semibold wrap-anywhere">{title}</span>
        <time dateTime={at} className="text-quiet">
          {dateTime(at)}
        </time>
      </p>
      {words !== null && <TypedText className="max-w-prose" text={words} />}
      {children}
    </div>
  );
}
