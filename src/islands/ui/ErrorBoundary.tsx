import { Component, createRef, type ReactNode } from 'react';
import { reportError } from '../../client/error-watch.ts';
import type { ReportedPart } from '../../shared/client-errors.ts';
import { Field } from './Field.tsx';
import { type TypedText, typedIn } from './typed-text.ts';

interface ErrorBoundaryProps {
  /** What the log calls what is inside. */
  part: ReportedPart;
  /** Called before what is inside is tried again. */
  onRetry?: (() => void) | undefined;
  children: ReactNode;
}

interface ErrorBoundaryState {
  hasFailed: boolean;
  typed: TypedText[];
}

/**
 * Stands in for what cannot be drawn, so that the rest of the page goes on: says what happened, shows what was
 * typed there, and tries again. React knows boundaries as classes only.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false, typed: [] };
  private readonly box = createRef<HTMLDivElement>();

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error, this.props.part);
  }

  /** The last moment at which the fields are still there. */
  override getSnapshotBeforeUpdate(_: ErrorBoundaryProps, before: ErrorBoundaryState): TypedText[] {
    return this.state.hasFailed && !before.hasFailed && this.box.current ? typedIn(this.box.current) : [];
  }

  override componentDidUpdate(_: ErrorBoundaryProps, before: ErrorBoundaryState, typed: TypedText[]): void {
    if (typed.length > 0) this.setState({ typed });
    const isBack = before.hasFailed && !this.state.hasFailed;
    // With its button went the focus.
    if (isBack) this.box.current?.closest<HTMLElement>('[role="tabpanel"], [role="dialog"]')?.focus();
  }

  override render(): ReactNode {
    const { hasFailed, typed } = this.state;
    return (
      <div ref={this.box} className="contents">
        {hasFailed ? <Failure typed={typed} onRetry={this.retry} /> : this.props.children}
      </div>
    );
  }

  private readonly retry = (): void => {
    this.props.onRetry?.();
    this.setState({ hasFailed: false });
  };
}

function Failure({ typed, onRetry }: { typed: TypedText[]; onRetry: () => void }) {
  return (
    <div className="grid gap-4 rounded-field border border-error px-4 py-3">
      <div role="alert" className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-60">
          <strong>This part of the page has stopped working.</strong> It is our mistake, not yours. Everything
          else here goes on working{typed.length > 0 ? ', and what you typed stands below to be copied' : ''}.
        </p>
        <button type="button" className="btn btn-sm" onClick={onRetry}>
          Try again
        </button>
      </div>
      {typed.map(({ label, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list stays as it is, and labels can be the same
        <Field key={index} label={label || 'What you typed'}>
          {(aria) => (
            <textarea
              {...aria}
              rows={text.length > 80 ? 6 : 1}
              readOnly
              className="textarea w-full"
              value={text}
            />
          )}
        </Field>
      ))}
    </div>
  );
}
