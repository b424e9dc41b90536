import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { LinkButton } from './link-button';
import classes from './missing.module.css';
import { Page } from './page';
import { PageHeading } from './page-heading';
import { Ribbon } from './ribbon';

/**
 * The page for unknown addresses, which stay in the address bar. The three English texts are the specification's,
 * letter by letter.
 */
export function Missing() {
  const { pathname } = useLocation();
  useEffect(() => {
    console.error('404: no page at', pathname);
  }, [pathname]);
  return (
    <Page narrow>
      <div className={classes.missing} lang="en">
        <Ribbon className={classes.ribbon} />
        <PageHeading className={classes.code}>404</PageHeading>
        <p className={classes.text}>Oops! Page not found</p>
        <LinkButton to="/">Return to Home</LinkButton>
      </div>
    </Page>
  );
}
