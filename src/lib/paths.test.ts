import { expectTypeOf, it } from 'vitest';
import type { Href } from './paths';
import '@/app/routes';

it('a link to a page that the route table does not know does not compile', () => {
  expectTypeOf<'/search'>().toExtend<Href>();
  expectTypeOf<'/search?style=Zouk'>().toExtend<Href>();
  expectTypeOf<'/duvidas#preco'>().toExtend<Href>();
  expectTypeOf<'/teachers/marina-couto'>().toExtend<Href>();
  expectTypeOf<'/admin/blog/edit/1'>().toExtend<Href>();
  expectTypeOf<'/serch'>().not.toExtend<Href>();
  expectTypeOf<'/teacher/home/x'>().not.toExtend<Href>();
  expectTypeOf<string>().not.toExtend<Href>();
});
