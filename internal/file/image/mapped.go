package image

// What is open: images may lose their file while they are in use.

import (
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
	"weak"
)

// Image is an image that is open.
type Image struct{ *opened }

// opened is what is known of an open image, also by those who do not use it.
type opened struct {
	path   string
	as     fs.FileInfo // when it was checked
	end    footer
	data   mapping
	text   []byte // the description
	failed atomic.Bool
	image  weak.Pointer[Image]
}

// all are the images that are open.
var all sync.Map // of *opened

// linger is how long data stay after the Image is out of reach: a function that goes over a column holds no more than
// the column.
const linger = time.Minute

func newImage(o *opened) *Image {
	i := &Image{o}
	o.image = weak.Make(i)
	all.Store(o, nil)
	runtime.AddCleanup(i, func(o *opened) {
		time.AfterFunc(linger, func() {
			all.Delete(o)
			o.data.release()
		})
	}, o)
	return i
}

// openAs returns the image that is open of a file, nil for none.
func openAs(info fs.FileInfo, end footer) (same *Image) {
	all.Range(func(key, _ any) bool {
		o := key.(*opened)
		if o.end == end && os.SameFile(o.as, info) && o.Sound() == nil {
			same = o.image.Value()
		}
		return same == nil
	})
	return same
}

// Sound returns an error that names the file when its content can't be relied on any more: reading it failed, or
// something wrote into it.
func (o *opened) Sound() error {
	if o.failed.Load() {
		return fmt.Errorf("%s can't be read any more", o.path)
	}
	now, err := os.Stat(o.path)
	isThere := err == nil && os.SameFile(now, o.as) // else another took its place, and this one stays as it is
	if isThere && (now.Size() != o.as.Size() || !now.ModTime().Equal(o.as.ModTime())) {
		return fmt.Errorf("%s was altered while it was open", o.path)
	}
	return nil
}

// Guard runs do. A fault in its goroutine is an error, and so never an answer.
func Guard(do func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			if err = FaultOf(p); err == nil {
				panic(p)
			}
		}
	}()
	return do()
}

// FaultOf returns the error of a panic that came of reading an image, which then is no longer sound; nil for any other.
// Reading panics in goroutines that asked for it by debug.SetPanicOnFault.
func FaultOf(recovered any) (err error) {
	fault, ok := recovered.(interface{ Addr() uintptr })
	if !ok {
		return nil
	}
	all.Range(func(key, _ any) bool {
		o := key.(*opened)
		from := uintptr(unsafe.Pointer(unsafe.SliceData(o.data.data))) //nolint:gosec // where it lies alone
		if at := fault.Addr(); from <= at && at < from+uintptr(len(o.data.data)) {
			o.failed.Store(true)
			err = o.Sound()
		}
		return err == nil
	})
	return err
}
