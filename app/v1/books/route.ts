import * as books from "@/lib/contract/insight/books";
import { getBooks } from "@/lib/domain/insight/books/get-books";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(books.getBooks, getBooks),
});
