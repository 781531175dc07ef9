// Package photos keeps pictures of homes: it re-encodes what comes in, files it
// in a bucket under the home's main address, and serves it by signed URLs.
//
// The bucket is a folder or one of S3. It holds two kinds of object; 0518 is the municipality
// of origin in the number id and 34 are its last two digits, which spread a city
// over a hundred folders:
//
//	homes/0518/34/0518200000001234.json            the catalogue of one home
//	images/0518/34/0518200000001234/<content>.jpg  one picture of that home
//
// An image id is "<number id>-<content>", where content is the hash of the
// re-encoded bytes: an id belongs to one picture of one home and never changes
// its meaning. Both objects are read anew for each question, so an addition and
// a takedown count at once for every running server. See
// docs/decisions/0003-photo-catalogue.md.
package photos
