package bag

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/pipeline"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/file/textfile"
)

// reading turns the parts of a delivery into rows.
type reading struct {
	asOf       gevel.Date
	workers    int
	progress   *gevel.Meter   // of the bytes of the delivery
	referenced func(key) bool // reports whether a building's outline is needed; nil: all are
}

// xmlFile is one XML member, a unit of parallel work, and its rows.
type xmlFile struct {
	name string
	open func() (io.ReadCloser, error)
	size int64 // its share of the delivery, bytes
	rows shard
	last *archive // the zip that ends with it, else nil
}

// worker is what parses members one by one.
type worker struct {
	scan *scanner
	sort *sorter
}

// parts reads the members of parts in parallel into t.
func (run *reading) parts(ctx context.Context, parts []part, t *tables) error {
	idle := sync.Pool{New: func() any {
		return &worker{newScanner(), &sorter{
			asOf: run.asOf, referenced: run.referenced, shard: shard{rejects: gevel.NewRejects(ctx)},
		}}
	}}
	var all []shard
	err := pipeline.Stages[*xmlFile]{
		Read: func(ctx context.Context, hand func(*xmlFile) error) error {
			for _, p := range parts {
				members, err := p.members(ctx)
				for i := 0; i < len(members) && err == nil; i++ {
					err = hand(&members[i])
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
		Work: func(ctx context.Context, m *xmlFile) error {
			w := idle.Get().(*worker) //nolint:forcetypeassert // the pool has no others
			defer idle.Put(w)
			return w.read(ctx, m)
		},
		Write: func(m *xmlFile) error {
			all = append(all, m.rows)
			run.progress.Add(m.size)
			if m.last != nil {
				m.last.close()
			}
			return nil
		},
		Workers: run.workers,
	}.Run(ctx)
	if err != nil {
		return err
	}
	t.append(all)
	runtime.GC() // frees the members' memory for what comes next
	return nil
}

// members lists the XML members of a part.
func (p part) members(ctx context.Context) ([]xmlFile, error) {
	if !p.isZip {
		return []xmlFile{{name: p.name, open: p.open, size: p.size}}, nil
	}
	inner, err := p.delivery.inner(ctx, p)
	if err != nil {
		return nil, err
	}
	members := inner.data()
	if len(members) == 0 {
		return nil, fmt.Errorf("open %s: no XML of a BAG extract in it", p.name)
	}
	var packed uint64
	for _, f := range members {
		packed += f.CompressedSize64
	}
	list := make([]xmlFile, len(members))
	for i, f := range members {
		list[i] = xmlFile{
			name: inner.path(f), open: f.Open,
			size: int64(float64(p.size) * float64(f.CompressedSize64) / float64(max(1, packed))),
		}
	}
	list[len(list)-1].last = inner
	return list, nil
}

// data returns the members with data, in the order of their names.
func (a *archive) data() []*zip.File {
	var members []*zip.File
	for _, f := range a.files {
		p, ok := partNamed(path.Base(f.Name))
		if ok && !p.isZip && !isNoise(f.Name) {
			members = append(members, f)
		}
	}
	slices.SortStableFunc(members, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	return members
}

// roots are the root elements of an extract's members.
var roots = []string{"bagStand", "BAG-GWR-Deelbestand-LVC"}

// read reads a member.
func (w *worker) read(ctx context.Context, m *xmlFile) error {
	r, err := m.open()
	if err == nil {
		defer r.Close()
		w.sort.member = path.Base(m.name)
		err = w.scan.scan(regular.Interruptible{Ctx: ctx, From: r}, func(r *occurrence) error {
			w.sort.add(r)
			return nil
		})
		m.rows = w.sort.take()
	}
	if err == nil {
		err = w.scan.head.check()
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", m.name, textfile.Named(err))
	}
	return nil
}

func (h header) check() error {
	if !slices.Contains(roots, h.root) {
		if strings.Contains(h.root, "Deelbestand-LVC") {
			return filekind.OldBAG.Refuse(buildFileKey, give)
		}
		return fmt.Errorf("element %.60q is none of a BAG extract", h.root)
	}
	return nil
}

// errSeen ends a scan once the header is read.
var errSeen = errors.New("seen enough")

// header reads the header of a part's first XML member.
func (p part) header(ctx context.Context) (header, error) {
	members, err := p.members(ctx)
	if err != nil {
		return header{}, err
	}
	s := newScanner()
	r, err := members[0].open()
	if err == nil {
		defer r.Close()
		err = s.scan(r, func(*occurrence) error { return errSeen })
	}
	if err == nil || errors.Is(err, errSeen) {
		err = s.head.check()
	}
	if err != nil {
		return header{}, fmt.Errorf("read %s: %w", members[0].name, textfile.Named(err))
	}
	return s.head, nil
}

// open opens a part that is XML itself: a member, or the only file of the delivery.
func (p part) open() (io.ReadCloser, error) {
	if p.member != nil {
		return p.member.Open()
	}
	return io.NopCloser(io.NewSectionReader(p.file, 0, p.size)), nil
}
