import { Button } from '@mantine/core';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Notice } from '@/ui/notice';

interface BoundaryState {
  failed: boolean;
}

class Boundary extends Component<{ children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { failed: false };

  static getDerivedStateFromError(): BoundaryState {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('A page failed', error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Notice
        role="alert"
        title="Esta página não abriu"
        text="Algo deu errado ao mostrar esta tela. O que está salvo no seu aparelho continua lá."
        action={<Button onClick={() => this.setState({ failed: false })}>Tentar Novamente</Button>}
      />
    );
  }
}

/** Keeps a failing page from taking the header and the navigation with it; another address starts afresh. */
export function RouteBoundary({ children }: { children: ReactNode }) {
  return <Boundary key={useLocation().pathname}>{children}</Boundary>;
}
