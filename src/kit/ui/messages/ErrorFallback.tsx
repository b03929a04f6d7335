import { Component, type ErrorInfo, type ReactNode } from 'react';
import classes from './ErrorFallback.module.css';

/** In place of one record among others. */
export const cannotBeShown = 'This record cannot be shown';

// Plain elements only: this must also render where the theme itself has failed.
export function ErrorFallback() {
  return (
    <section className={classes.errorFallback} role="alert">
      <h1>Something went wrong</h1>
      <p>An error occurred while loading this page. Please refresh and try again.</p>
      <button type="button" onClick={() => window.location.reload()}>
        Refresh Page
      </button>
    </section>
  );
}

interface ErrorBoundaryProps {
  /** A new value, such as another path or row, renders the children again. */
  resetKey?: unknown;
  /** In place of the children; the message for a whole page by default. */
  fallback?: ReactNode;
  onError?: (error: unknown, info: ErrorInfo) => void;
  children: ReactNode;
}

interface ErrorBoundaryState {
  failed: boolean;
  resetKey: unknown;
}

/** Shows the fallback when its children throw: around the app, each screen, and each row, card or part of a record. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return Object.is(props.resetKey, state.resetKey)
      ? null
      : { failed: false, resetKey: props.resetKey };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    this.props.onError?.(error, info);
  }

  override render() {
    const { fallback = <ErrorFallback />, children } = this.props;
    return this.state.failed ? fallback : children;
  }
}
