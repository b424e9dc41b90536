import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { LinkButton } from '@/ui/link-button';
import { Page } from '@/ui/page';
import { PageHeading } from '@/ui/page-heading';
import { Ribbon } from '@/ui/ribbon';
import classes from './not-found-page.module.css';

/** Unknown addresses keep their address. The three English texts are the specification's, letter by letter. */
export default function NotFoundPage() {
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
