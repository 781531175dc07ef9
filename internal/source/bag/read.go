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
	"sync/atomic"

	"github.com/klauspost/compress/zip"
	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/regular"
	"github.com/gevel/gevel/internal/file/textfile"
)

// reading turns the parts of a delivery into rows.
type reading struct {
	delivery   *delivery
	asOf       gevel.Date
	workers    int
	progress   *meter
	referenced func(key) bool // reports whether a building's outline is needed; nil: all are
}

// xmlFile is one XML member: a unit of parallel work.
type xmlFile struct {
	seq  int // its position in the delivery
	name string
	open func() (io.ReadCloser, error)
	size float64 // its share of the delivery, bytes
	done func()
}

// yielded is the result of a member.
type yielded struct {
	seq   int
	shard shard
}

// parts reads the members of parts in parallel into t.
func (run *reading) parts(ctx context.Context, parts []part, t *tables) error {
	group, ctx := errgroup.WithContext(ctx)
	members := make(chan xmlFile)
	group.Go(func() error {
		defer close(members)
		return run.offer(ctx, parts, members)
	})
	perWorker := make([][]yielded, run.workers)
	for w := range run.workers {
		group.Go(func() error { return run.work(ctx, members, &perWorker[w]) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	all := slices.Concat(perWorker...)
	slices.SortFunc(all, func(a, b yielded) int { return a.seq - b.seq })
	t.append(all)
	runtime.GC() // frees the members' memory for what comes next
	return nil
}

// offer opens the parts one by one and sends their XML members. A zip is closed when its last member is done;
// if the reading stops early, members not yet sent count as done.
func (run *reading) offer(ctx context.Context, parts []part, to chan<- xmlFile) error {
	seq := 0
	for _, p := range parts {
		members, err := p.members(ctx)
		if err != nil {
			return err
		}
		for i, s := range members {
			s.seq = seq
			seq++
			select {
			case to <- s:
			case <-ctx.Done():
				for _, left := range members[i:] {
					left.done()
				}
				return ctx.Err()
			}
		}
	}
	return nil
}

// members lists the XML members of a part.
func (p part) members(ctx context.Context) ([]xmlFile, error) {
	if !p.isZip {
		return []xmlFile{{name: p.name, open: p.open, size: float64(p.size), done: func() {}}}, nil
	}
	inner, err := p.archive.openInner(ctx, p.member)
	if err != nil {
		return nil, err
	}
	members := inner.data()
	if len(members) == 0 {
		inner.close()
		return nil, fmt.Errorf("open %s: no XML of a BAG extract in it", p.name)
	}
	var packed uint64
	for _, f := range members {
		packed += f.CompressedSize64
	}
	var left atomic.Int64
	left.Store(int64(len(members)))
	list := make([]xmlFile, len(members))
	for i, f := range members {
		list[i] = xmlFile{
			name: inner.path(f),
			open: f.Open,
			size: float64(p.size) * float64(f.CompressedSize64) / float64(max(1, packed)),
			done: func() {
				if left.Add(-1) == 0 {
					inner.close()
				}
			},
		}
	}
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

// work parses members until the channel is closed.
func (run *reading) work(ctx context.Context, members <-chan xmlFile, out *[]yielded) error {
	scan := newScanner()
	sort := &sorter{asOf: run.asOf.String(), referenced: run.referenced, shard: shard{rejects: gevel.NewRejects(ctx)}}
	for s := range members {
		rows, err := run.one(ctx, scan, sort, s)
		s.done()
		if err != nil {
			return fmt.Errorf("read %s: %w", s.name, textfile.Named(err))
		}
		*out = append(*out, yielded{s.seq, rows})
		run.progress.add(s.size)
	}
	return nil
}

// roots are the root elements of an extract's members.
var roots = []string{"bagStand", "BAG-GWR-Deelbestand-LVC"}

func (run *reading) one(ctx context.Context, scan *scanner, sort *sorter, s xmlFile) (shard, error) {
	r, err := s.open()
	if err != nil {
		return shard{}, err
	}
	defer r.Close()
	sort.member = path.Base(s.name)
	err = scan.scan(regular.Interruptible{Ctx: ctx, From: r}, func(r *occurrence) error {
		sort.add(r)
		return nil
	})
	if err != nil {
		return shard{}, err
	}
	return sort.take(), scan.head.check()
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
func (p part) header() (header, error) {
	ctx := context.Background()
	members, err := p.members(ctx)
	if err != nil {
		return header{}, err
	}
	defer func() {
		for _, s := range members {
			s.done()
		}
	}()
	r, err := members[0].open()
	if err != nil {
		return header{}, fmt.Errorf("read %s: %w", members[0].name, textfile.Named(err))
	}
	defer r.Close()
	s := newScanner()
	if err := s.scan(r, func(*occurrence) error { return errSeen }); err != nil && !errors.Is(err, errSeen) {
		return header{}, fmt.Errorf("read %s: %w", members[0].name, textfile.Named(err))
	}
	if err := s.head.check(); err != nil {
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
