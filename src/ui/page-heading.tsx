import { type ReactNode, useEffect, useRef } from 'react';
import { giveHeadingFocus } from './route-focus';

/** The page's h1: takes the focus after a navigation. One per page. */
export function PageHeading({
  children,
  className,
}: {
  children: ReactNode;
  className?: string | undefined;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (heading.current) giveHeadingFocus(heading.current);
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
