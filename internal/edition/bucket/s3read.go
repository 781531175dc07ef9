package bucket

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/minio/minio-go/v7"
)

// Reads an object of S3: one request from the reader's offset to the object's end. A
// broken connection is resumed where it broke.

const (
	stallFor = 30 * time.Second // a read without a byte is given up
	resumes  = 3                // of one object
)

// s3Reader reads an object with random access. It is not safe for concurrent use.
type s3Reader struct {
	ctx     context.Context // of Open: reading a file takes no context
	s3      *S3
	key     string
	etag    string // of the opened object; a replacement has another
	size    int64
	at      int64
	body    io.ReadCloser // from at on, nil if it must be requested
	stop    context.CancelCauseFunc
	resumed int
}

var errStalled = fmt.Errorf("the server sent nothing for %s", stallFor)

// get requests the bytes from at on.
func (r *s3Reader) get() error {
	var o minio.GetObjectOptions
	if r.etag != "" {
		err := o.SetMatchETag(r.etag)
		if r.at > 0 { // some servers take a range from 0 on for the first byte alone
			err = errors.Join(err, o.SetRange(r.at, 0))
		}
		if err != nil {
			return r.s3.fault("read", r.key, err)
		}
	}
	ctx, stop := context.WithCancelCause(r.ctx)
	body, info, _, err := r.s3.client.GetObject(ctx, r.s3.place.bucket, r.s3.place.prefix+r.key, o)
	if err != nil {
		stop(nil)
		return r.s3.fault("read", r.key, err)
	}
	if r.etag == "" {
		r.etag, r.size = info.ETag, info.Size
	}
	r.body, r.stop = body, stop
	return nil
}

// Read implements io.Reader.
func (r *s3Reader) Read(p []byte) (int, error) {
	for {
		if r.at >= r.size {
			return 0, io.EOF
		}
		if r.body == nil {
			if err := r.get(); err != nil {
				return 0, err
			}
		}
		stalled := time.AfterFunc(stallFor, func() { r.stop(errStalled) })
		n, err := r.body.Read(p)
		stalled.Stop()
		r.at += int64(n)
		if err == nil || r.at >= r.size {
			return n, nil
		}
		r.drop()
		if r.resumed++; r.resumed > resumes || r.ctx.Err() != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return n, r.s3.fault("read", r.key, err)
		}
		if n > 0 {
			return n, nil
		}
	}
}

// Seek implements io.Seeker.
func (r *s3Reader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.size
	}
	if offset < 0 {
		return r.at, errors.New("seek before the beginning")
	}
	if offset != r.at {
		r.drop()
		r.at = offset
	}
	return offset, nil
}

// Close implements io.Closer.
func (r *s3Reader) Close() error {
	r.drop()
	return nil
}

// drop ends the current request.
func (r *s3Reader) drop() {
	if r.body != nil {
		r.stop(nil)
		r.body.Close()
		r.body = nil
	}
}
