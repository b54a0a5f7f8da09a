import { Component, createContext, createRef, type ReactNode, useEffect } from 'react';
import { reportError, watchErrors } from '../../lib/error-watch.ts';
import type { ReportedPart } from '../../shared/ops/client-error-schema.ts';

export const PartName = createContext<ReportedPart>('page');

interface ErrorBoundaryProps {
  part: ReportedPart;
  /** Called with the part's surrounding element before the part is rendered again. */
  onRetry?: ((box: HTMLElement) => void) | undefined;
  /** Called just before the failed part is removed; its result is shown below the message. */
  rescue?: (failed: HTMLElement) => ReactNode;
  children: ReactNode;
}

type ErrorBoundaryState = { hasFailed: boolean; rescued: ReactNode };

/** Shows a message and Try again in place of children that failed to render. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { hasFailed: false, rescued: null };
  private readonly box = createRef<HTMLDivElement>();

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error, this.props.part);
  }

  override getSnapshotBeforeUpdate(_: ErrorBoundaryProps, before: ErrorBoundaryState): ReactNode {
    const isNew = this.state.hasFailed && !before.hasFailed;
    return (isNew && this.box.current && this.props.rescue?.(this.box.current)) || null;
  }

  override componentDidUpdate(_: ErrorBoundaryProps, before: ErrorBoundaryState, rescued: ReactNode): void {
    if (rescued) this.setState({ rescued });
    const isBack = before.hasFailed && !this.state.hasFailed;
    // The focus was lost with the button.
    if (isBack) this.box.current?.closest<HTMLElement>('[role="tabpanel"], [role="dialog"]')?.focus();
  }

  override render(): ReactNode {
    const { hasFailed, rescued } = this.state;
    return (
      <div ref={this.box} className="contents">
        {hasFailed ? (
          <Failure rescued={rescued} onRetry={this.retry} />
        ) : (
          <PartName value={this.props.part}>{this.props.children}</PartName>
        )}
      </div>
    );
  }

  private readonly retry = (): void => {
    if (this.box.current) this.props.onRetry?.(this.box.current);
    this.setState({ hasFailed: false, rescued: null });
  };
}

function Failure({ rescued, onRetry }: { rescued: ReactNode; onRetry: () => void }) {
  return (
    <div className="grid gap-4 rounded-field border border-error px-4 py-3">
      <div role="alert" className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-60">
          <strong>This part of the page has stopped working.</strong> That’s our fault, not yours. Everything
          else on this page still works.
        </p>
        <button type="button" className="btn btn-sm" onClick={onRetry}>
          Try again
        </button>
      </div>
      {rescued}
    </div>
  );
}

/** Wraps an island: shows a message with Try again if it fails to render, and reports the page's errors. */
export function Island({ onRetry, children }: { onRetry?: () => void; children: ReactNode }) {
  useEffect(() => watchErrors(window), []);
  return (
    <ErrorBoundary part="page" onRetry={onRetry}>
      {children}
    </ErrorBoundary>
  );
}
