import Image from '@tiptap/extension-image';
import { imageUrl } from '@/lib/images';
import { isOwnPicture } from '@/ui/rich-text/rules';

const BOX = { width: 720, height: 405 };

/**
 * A picture of the blog's own bucket. The document holds its path, the screen shows the full address. Pictures pasted
 * from other sites are dropped, because the database would refuse them.
 */
export const PictureNode = Image.extend({
  parseHTML() {
    return [
      {
        tag: 'img[data-path]',
        getAttrs: (element) => {
          const src = element.getAttribute('data-path');
          return isOwnPicture(src) ? { src, alt: element.getAttribute('alt') ?? '' } : false;
        },
      },
    ];
  },
  renderHTML({ node }) {
    const { src, alt } = node.attrs as { src?: unknown; alt?: unknown };
    const path = isOwnPicture(src) ? src : '';
    return [
      'img',
      {
        src: imageUrl(path, BOX),
        'data-path': path,
        alt: typeof alt === 'string' ? alt : '',
        crossorigin: 'anonymous',
      },
    ];
  },
});
