import { Button } from '@mantine/core';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { connection } from '@/lib/connection';
import { LinkButton } from '@/ui/link-button';
import { Notice } from '@/ui/notice';

/** Browsers' errors for a page's chunk that did not load; they remember the failure until the document is reloaded. */
const CHUNK_FAILED = /dynamically imported module|importing a module script|preload css/i;

interface BoundaryState {
  failed: boolean;
  /** Rendering again cannot help. */
  needsReload: boolean;
}

interface BoundaryProps {
  children: ReactNode;
  /** Stands for a whole frame: without it the screen has no navigation. */
  isFrame?: boolean;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
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
    const notice = (
      <Notice
        level={1}
        role="alert"
        title={isAway ? 'Você está sem conexão' : 'Esta página não abriu'}
        text={
          isAway
            ? 'Esta página ainda não está neste aparelho. Ela abre quando a conexão voltar.'
            : 'Algo deu errado ao mostrar esta tela. O que está salvo no seu aparelho continua lá.'
        }
        action={
          <>
            <Button onClick={this.retry}>Tentar Novamente</Button>
            <LinkButton to="/search" variant="outline">
              Encontrar Professor
            </LinkButton>
          </>
        }
      />
    );
    return this.props.isFrame ? <main>{notice}</main> : notice;
  }
}

/** Keeps a failing page from breaking the header and the navigation; another address resets it. */
export function RouteBoundary({ children }: { children: ReactNode }) {
  return <Boundary key={useLocation().pathname}>{children}</Boundary>;
}

class Part extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error('A part failed', error, info.componentStack);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}

/** For parts beside the page: when one fails, the page continues, with everything typed into it. */
export function PartBoundary({ children }: { children: ReactNode }) {
  return <Part>{children}</Part>;
}

/** For a frame in a chunk of its own: keeps its state from page to page. */
export function FrameBoundary({ children }: { children: ReactNode }) {
  return <Boundary isFrame>{children}</Boundary>;
}
