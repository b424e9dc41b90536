import { Component, type ReactNode, useEffect } from 'react';
import { reportFailure, reportRendered } from '@/app/start/start-report';

/**
 * The outermost error boundary. Routes have their own; an error that reaches this one has broken the whole screen, so
 * it shows the same failure screen as a failed start.
 */
export class StartBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    reportFailure(error);
  }

  override render() {
    if (this.state.failed) return null;
    return (
      <>
        {this.props.children}
        <RenderReport />
      </>
    );
  }
}

function RenderReport() {
  useEffect(reportRendered, []);
  return null;
}
