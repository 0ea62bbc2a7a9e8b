import { Component, type ReactNode } from 'react';
import { ErrorCard } from './error-note.tsx';

/** A fault of a page stays in its place: the navigation goes on working. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    // A page's script that cannot be had is, as a rule, of an older console: the new one is a reload away.
    return <ErrorCard error={this.state.error} onRetry={() => location.reload()} />;
  }
}
