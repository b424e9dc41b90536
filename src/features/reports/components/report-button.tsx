import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Reported, ReportForm } from './report-form';
import { reportLabel, useMayReport } from './reporting';
import classes from './reports.module.css';

/** Reports with three taps: the button, a reason and sending. */
export function ReportButton(reported: Reported) {
  const [isOpen, setOpen] = useState(false);
  const mayReport = useMayReport(reported);
  if (!mayReport) return null;
  if (isOpen) return <ReportForm {...reported} onClose={() => setOpen(false)} />;
  return (
    <Button variant="subtle" className={classes.quiet ?? ''} onClick={() => setOpen(true)}>
      {reportLabel(reported)}
    </Button>
  );
}
