import { useStore } from '@nanostores/react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { limits } from '../../shared/limits.ts';
import type { Message } from '../../shared/orders/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyPart } from '../../ui/errors/lazy-part.tsx';
import { WhenFetched } from '../../ui/errors/WhenFetched.tsx';
import { CheckboxField } from '../../ui/forms/choices.tsx';
import { TextAreaField } from '../../ui/forms/Field.tsx';
import { submitByKey } from '../../ui/forms/form-keys.ts';
import { type Form, useForm } from '../../ui/forms/use-form.ts';
import { insertText } from '../../ui/insert-text.ts';
import { passFocusOnRemoval } from '../../ui/pass-focus-on-removal.ts';
import { Disclosure, TypedText } from '../../ui/pieces.tsx';
import { useDateFormats, useDeskStore, useDraft, useOrderActions, useRunning } from '../desk/desk-hooks.ts';
import { createConversations } from './conversation.ts';

const SnippetPicker = lazyPart(() => import('../desk/snippets/SnippetPicker.tsx'), 'SnippetPicker', null);

interface ConversationProps {
  order: { id: string; readingAddresseeName: string };
  /** Whether the order waits for a reading: a question can then pause its due date. */
  canAsk: boolean;
  /** Whether the customer's emails can be added. */
  canAdd?: boolean;
}

/** Shows the messages with a customer and a field to write one, ask (`canAsk`) or add an email (`canAdd`). */
export function Conversation({ order, canAsk, canAdd = false }: ConversationProps) {
  const { listOf, draftOf } = useDeskStore(createConversations);
  const hasDraft = draftOf(order.id).$fields.get() !== null;
  return (
    <section id={`messages-${order.id}`} aria-label="Messages" className="grid gap-3">
      <WhenFetched fetched={listOf(order.id)} what="messages" height="h-6">
        {(messages) => {
          const isAsked = messages.some(({ kind, open }) => kind === 'question' && open);
          const form = <MessageForm order={order} canAsk={canAsk && !isAsked} canAdd={canAdd} />;
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
                      orderId={order.id}
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

/** Says that the customer waits for a reply, and links to the field; otherwise renders nothing. */
export function ReplyToDo({ orderId }: { orderId: string }) {
  const { data = [] } = useStore(useDeskStore(createConversations).listOf(orderId).$state);
  const isWaiting = data.some(({ from, open }) => from === 'customer' && open);
  const reply = () =>
    document.querySelector<HTMLElement>(`#messages-${CSS.escape(orderId)} textarea`)?.focus();
  useOrderActions(orderId, isWaiting ? { reply } : {});
  if (!isWaiting) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-l-4 border-l-primary pl-4">
      <p className="font-semibold">The customer is waiting for a reply</p>
      <Button onClick={reply}>Reply</Button>
    </div>
  );
}

const verbs: Record<Message['kind'], string> = {
  question: 'asked',
  answer: 'answered',
  problem: 'reported a problem',
  message: 'wrote',
};

const titleOf = ({ author, kind }: Message) => `${author} ${verbs[kind]}`;

type MessageProps = { orderId: string; message: Message; isToAnswer: boolean };

function Said({ orderId, message, isToAnswer }: MessageProps) {
  const conversations = useDeskStore(createConversations);
  const { dateTime, deadline } = useDateFormats();
  const isBusy = useRunning(`message:${message.id}`) !== undefined;
  const { from, kind, open, closedAt, addedBy } = message;
  const close = (label: string) => (
    <div>
      <Button isBusy={isBusy} busyLabel="Closing…" onClick={() => void conversations.close(orderId, message)}>
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
          <p className="text-sm text-tone-error">
            This message didn’t reach the customer: the mail server refused the email.
          </p>
        )}
        {closedAt && (
          <p className="text-sm text-quiet">
            {kind === 'question' ? 'Closed without an answer' : 'Marked as done'} {dateTime(closedAt)}
          </p>
        )}
        {open && kind === 'question' && (
          <>
            <p className="text-sm">
              The due date is on hold until they answer.
              {open.remindedAt && <span> Reminded {dateTime(open.remindedAt)}.</span>}
            </p>
            {open.canBeClosed && close('Continue without an answer')}
          </>
        )}
        {open?.answerBy && isToAnswer && (
          <>
            <p className="text-sm">The customer was promised an answer by {deadline(open.answerBy)}.</p>
            {close('Mark as done')}
          </>
        )}
      </AttributedText>
    </li>
  );
}

function MessageForm({ order, canAsk, canAdd = false }: ConversationProps) {
  const [isPicking, setIsPicking] = useState<boolean | null>(null);
  const { draftOf, send } = useDeskStore(createConversations);
  const form = useForm({
    stored: { text: '', isQuestion: false, isEmail: false },
    typed: useDraft(draftOf(order.id)),
    check: ({ text }) => ({ text: text.trim() ? null : 'The message is empty.' }),
    save: (message) => send(order.id, message),
  });
  const isEmail = canAdd && form.fields.isEmail;
  const isQuestion = canAsk && form.fields.isQuestion && !isEmail;
  return (
    <>
      <TextForm
        form={form}
        label={isEmail ? 'What the customer wrote' : 'Your message'}
        hint={
          isEmail
            ? 'This adds their email to the conversation. Nothing is emailed to the customer.'
            : 'The customer gets this by email and can answer on their order page.'
        }
        limit={limits.messageCharacters}
        button={isEmail ? 'Add their email' : isQuestion ? 'Ask the customer' : 'Send'}
        busyLabel={isEmail ? 'Adding…' : 'Sending…'}
        besideButton={
          !isEmail && (
            <Button
              className="btn btn-ghost btn-sm"
              onClick={({ currentTarget }) => {
                // The dialog returns the focus to the field and its caret.
                currentTarget.form?.querySelector('textarea')?.focus({ preventScroll: true });
                setIsPicking(true);
              }}
            >
              Snippets
            </Button>
          )
        }
      >
        {canAsk && !isEmail && (
          <CheckboxField
            label="This is a question: put the due date on hold until they answer"
            {...form.toggle('isQuestion')}
          />
        )}
        {canAdd && <CheckboxField label="Add their email instead" {...form.toggle('isEmail')} />}
      </TextForm>
      {isPicking !== null && (
        <SnippetPicker
          open={isPicking}
          onClose={() => setIsPicking(false)}
          addresseeName={order.readingAddresseeName}
          onInsert={insertText}
        />
      )}
    </>
  );
}

type TextFormProps = Pick<ComponentProps<typeof TextAreaField>, 'label' | 'hint' | 'limit'> & {
  form: Pick<Form<{ text: string }>, 'field' | 'isBusy' | 'onSubmit'>;
  button: string;
  busyLabel: string;
  besideButton?: ReactNode;
  children?: ReactNode;
};

/** Renders a form of one multi-line field, and its submit button. */
export function TextForm({ form, button, busyLabel, besideButton, children, ...field }: TextFormProps) {
  return (
    <form noValidate className="grid gap-2" onKeyDown={submitByKey} onSubmit={form.onSubmit}>
      <TextAreaField
        {...form.field('text')}
        {...field}
        rows={2}
        dir="auto"
        className="field-sizing-content min-h-16 leading-relaxed"
        aria-keyshortcuts="Control+Enter"
      />
      {children}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={form.isBusy} busyLabel={busyLabel}>
          {button} <kbd className="kbd kbd-sm max-md:hidden pointer-coarse:hidden">Ctrl Enter</kbd>
        </Button>
        {besideButton}
      </div>
    </form>
  );
}

type SaidProps = { title: string; at: string; words: string | null; className: string; children?: ReactNode };

/** Renders a person's text with name and time. */
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
