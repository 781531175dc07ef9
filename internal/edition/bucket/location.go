package bucket

// Parses the location of a bucket: a folder or a bucket of S3. No message repeats a URL, since it may contain a
// password.

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/gevel/gevel"
)

// s3Scheme begins the location of a bucket of S3.
const s3Scheme = "s3://"

// IsS3 reports whether location is a bucket of S3.
func IsS3(location string) bool { return strings.HasPrefix(location, s3Scheme) }

// Open opens the bucket at location: a folder, as a path or a file:// URL, or s3://bucket/prefix,
// without a request yet. It fails as FolderOf, OpenDir and OpenS3 do.
func Open(location string) (Bucket, error) {
	if IsS3(location) {
		// Not returned directly, here and below: a nil pointer is no nil Bucket.
		s3, err := OpenS3(location)
		if err != nil {
			return nil, err
		}
		return s3, nil
	}
	dir, err := FolderOf(location)
	if err != nil {
		return nil, err
	}
	folder, err := OpenDir(dir)
	if err != nil {
		return nil, err
	}
	return folder, nil
}

// FolderOf returns the folder that location names, as a path or a file:// URL. Error: gevel.Invalid.
func FolderOf(location string) (string, error) {
	if location == "" {
		return "", &gevel.Error{Code: gevel.Invalid, Message: "no folder was given"}
	}
	scheme, _, isURL := strings.Cut(location, "://")
	if !isURL {
		return location, nil
	}
	if scheme != "file" {
		return "", &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("a %q URL is no folder", scheme+"://"),
			Hint:    "give a folder, as a path or as a file:// URL, or where it is possible s3://bucket/prefix",
		}
	}
	u, err := url.Parse(location)
	if err != nil {
		return "", &gevel.Error{Code: gevel.Invalid, Message: "the folder is no well-formed URL", Hint: "give its path instead"}
	}
	path := u.Path
	if u.Host == "." { // file://./photos is a relative path
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.FromSlash(path), nil
}
