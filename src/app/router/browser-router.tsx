import { type ReactNode, startTransition, useLayoutEffect, useRef, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router-dom';
import { layerPop } from '@/ui/layer-pop';

interface Stage {
  /** Renders a navigation by calling `render` exactly once, now or soon. */
  enter(navigation: { action: string; pathname: string }, render: () => void): void;
  /** Called when a navigation is in the document, with its focus and scroll position. */
  committed(): void;
}

const stage: Stage = { enter: (_, render) => render(), committed: () => undefined };

/** Lets code that loads later surround navigations (portrait-travel.ts). */
export function setStage(next: Stage): void {
  Object.assign(stage, next);
}

/** React Router's BrowserRouter, whose navigations pass the stage. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const { current: history } = useRef(createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location });
  useLayoutEffect(
    () =>
      history.listen((next) => {
        if (next.action === 'POP' && layerPop.isPresent()) return;
        stage.enter({ action: next.action, pathname: next.location.pathname }, () =>
          startTransition(() => setState(next)),
        );
      }),
    [history],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every navigation.
  useLayoutEffect(() => stage.committed(), [location]);
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}
