import { Button } from '@mantine/core';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { connection } from '@/lib/connection';
import { Notice } from '@/ui/notice';

/** What browsers say when a page's chunk did not arrive; they remember the failure until the document is loaded anew. */
const CHUNK_FAILED = /dynamically imported module|importing a module script|preload css/i;

interface BoundaryState {
  failed: boolean;
  /** Drawing again cannot help. */
  needsReload: boolean;
}

class Boundary extends Component<{ children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { failed: false, needsReload: false };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failed: true, needsReload: error instanceof Error && CHUNK_FAILED.test(error.message) };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('A page failed', error, info.componentStack);
  }

  private readonly retry = () => {
    if (this.state.needsReload) location.reload();
    else this.setState({ failed: false });
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const isAway = this.state.needsReload && connection.get() === 'offline';
    return (
      <Notice
        role="alert"
        title={isAway ? 'Você está sem conexão' : 'Esta página não abriu'}
        text={
          isAway
            ? 'Esta página ainda não está neste aparelho. Ela abre quando a conexão voltar.'
            : 'Algo deu errado ao mostrar esta tela. O que está salvo no seu aparelho continua lá.'
        }
        action={<Button onClick={this.retry}>Tentar Novamente</Button>}
      />
    );
  }
}

/** Keeps a failing page from taking the header and the navigation with it; another address starts afresh. */
export function RouteBoundary({ children }: { children: ReactNode }) {
  return <Boundary key={useLocation().pathname}>{children}</Boundary>;
}

class Part extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('A part of the frame failed', error, info.componentStack);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}

/** Around what stands beside the page: without it the page goes on, with everything typed into it. */
export function PartBoundary({ children }: { children: ReactNode }) {
  return <Part>{children}</Part>;
}

/** Around a frame that arrives in a chunk of its own: stays as it is from page to page. */
export function FrameBoundary({ children }: { children: ReactNode }) {
  return <Boundary>{children}</Boundary>;
}
