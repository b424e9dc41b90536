/** Install record of this device. It belongs to no user and survives signing out. */
import { readText, writeText } from '@/lib/stored';
import { type InstallRecord, recordFrom } from './record';

const KEY = 'danceflix_install';

/** The record where storage is not available: lives as long as the page, so a first visit stays a first visit. */
let unstored: InstallRecord | null = null;

export function readRecord(): InstallRecord {
  return unstored ?? recordFrom(readText(KEY));
}

/** Applies the change to the record as stored now, so that other tabs' writes are kept. */
export function changeRecord(change: (record: InstallRecord) => InstallRecord): InstallRecord {
  const next = change(readRecord());
  unstored = writeText(KEY, JSON.stringify(next)) ? null : next;
  return next;
}
