// Package photos stores pictures of homes: it re-encodes delivered files, files them in a bucket under the
// home's main address, and serves them by signed URLs.
//
// The bucket is a folder or one of S3. It holds two kinds of object; 0518 is the municipality in the number
// id, and 34 its last two digits, which spread a city over a hundred folders:
//
//	homes/0518/34/0518200000001234.json            the catalogue of one home
//	images/0518/34/0518200000001234/<content>.jpg  one picture of that home
//
// An image id is "<number id>-<content>", where content is the hash of the re-encoded bytes: an id always
// means the same picture of the same home. Both objects are read for each request, so additions and removals
// take effect at once on every server. See docs/decisions/0003-photo-catalogue.md.
package photos
