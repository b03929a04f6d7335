import { Component, type ErrorInfo, type ReactNode } from 'react';
import classes from './ErrorFallback.module.css';

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
  /** A new value, such as another path, renders the children again. */
  resetKey?: string;
  onError?: (error: unknown, info: ErrorInfo) => void;
  children: ReactNode;
}

interface ErrorBoundaryState {
  failed: boolean;
  resetKey: string | undefined;
}

/** Shows the fallback when its children throw; one around the app, one around each screen. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    this.props.onError?.(error, info);
  }

  override render() {
    return this.state.failed ? <ErrorFallback /> : this.props.children;
  }
}
