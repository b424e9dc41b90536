import { Page } from '@/ui/page';
export default function P() { return <Page>x</Page>; }
