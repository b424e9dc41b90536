import { Button } from '@mantine/core';
import { useState } from 'react';
import { Modal } from '@/ui/modal';
import { FlagIcon } from '@/ui/more-icons';
import { type Reported, ReportForm } from './report-form';
import { reportLabel, useMayReport } from './reporting';
import classes from './reports.module.css';

/** A report button for the corner of a picture: as few taps as anywhere else, although the picture itself opens something else. */
export function ReportFlag(reported: Reported) {
  const [isOpen, setOpen] = useState(false);
  const mayReport = useMayReport(reported);
  if (!mayReport) return null;
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className={classes.flag}
        aria-label={reportLabel(reported)}
        onClick={() => setOpen(true)}
      >
        <span>
          <FlagIcon size={16} />
        </span>
      </button>
      {isOpen ? (
        <Modal
          title={reportLabel(reported)}
          onClose={close}
          actions={
            <Button variant="outline" onClick={close}>
              Fechar
            </Button>
          }
        >
          <ReportForm {...reported} onClose={close} />
        </Modal>
      ) : null}
    </>
  );
}
