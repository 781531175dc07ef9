package street

// Importing pictures of the street: all poses first, then the pictures that are used, one after the other.

import (
	"cmp"
	"context"
	"fmt"
	"image"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/photos"
)

// Import holds the destination of views, and what is known of the town.
type Import struct {
	Defaults
	Town
	Store    *photos.Store
	Again    bool                                                      // bring back views that were removed
	Progress func(stage string, done, total int)                       // unless nil
	Rejected func(file string, line int, reason, message string) error // unless nil; with each picture and view that is not used
}

// Report counts what an import did.
type Report struct {
	Pictures int           // delivered
	Used     int           // with a view
	Rejects  gevel.Rejects // pictures that have no pose or can't be read
	Views    int           // homes with a view of this delivery
	Added    int
	Replaced int           // views that took the place of one before
	Refused  gevel.Rejects // views of homes that are blocked, and the like
	Without  [Reasons]int  // homes that have none of this delivery
}

// Run imports the folder or the manifest at path. The report is valid even when an error or ctx stopped the import: what is
// counted is there, and a second run goes on from there.
func (imp Import) Run(ctx context.Context, path string) (r Report, err error) {
	var poses []Pose
	err = imp.read(ctx, path, func(p Pose, fault error) error {
		if r.Pictures++; imp.Progress != nil {
			imp.Progress("poses", r.Pictures, r.Pictures)
		}
		if fault != nil {
			return cmp.Or(imp.reject(&r.Rejects, &p, "", fault), ctx.Err())
		}
		poses = append(poses, p)
		return ctx.Err()
	})
	if err != nil {
		return r, err
	}
	if r.Pictures == 0 {
		return r, fmt.Errorf("there are no pictures in %s", path)
	}
	found, err := imp.Find(ctx, poses, func(done, total int) {
		if imp.Progress != nil {
			imp.Progress("views", done, total)
		}
	})
	if err != nil {
		return r, err
	}
	r.Views, r.Without = len(found.Fronts), found.Without
	for rest := found.Fronts; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Pose == rest[0].Pose {
			n++
		}
		if err := imp.file(ctx, &poses[rest[0].Pose], rest[:n], &r); err != nil {
			return r, err
		}
		if rest = rest[n:]; imp.Progress != nil {
			imp.Progress("pictures", len(found.Fronts)-len(rest), len(found.Fronts))
		}
	}
	return r, nil
}

// file cuts the views of one picture and files them.
func (imp Import) file(ctx context.Context, p *Pose, fronts []Front, r *Report) error {
	data, _, err := photos.ReadFile(p.File)
	if err != nil {
		return imp.reject(&r.Rejects, p, "", err)
	}
	views := make([]photos.StreetView, len(fronts))
	for i := range fronts {
		f := &fronts[i]
		views[i] = photos.StreetView{
			Home: f.Home, Name: fmt.Sprintf("%.1f %.1f %.1f %.1f %.1f", f.Cut.Middle.X, f.Cut.Middle.Y, f.Cut.Width, f.Cut.Low, f.Cut.High),
			Cut:     func(upright image.Image) image.Image { return f.Cut.Of(p, upright) },
			TakenAt: p.TakenAt, Guess: p.Guess, Source: p.Source, Again: imp.Again, Seen: f.Seen,
		}
	}
	done, err := imp.Store.AddStreet(ctx, data, views)
	if err != nil {
		return imp.reject(&r.Rejects, p, "", err)
	}
	r.Used++
	for i, d := range done {
		switch {
		case d.Reason != "":
			if err := imp.reject(&r.Refused, p, views[i].Home, photos.Refuse(d.Reason, "%s", d.Message)); err != nil {
				return err
			}
		case d.Replaced:
			r.Replaced++
		case d.New:
			r.Added++
		}
	}
	return nil
}

// reject counts a picture or a view that is not used; it returns an error that is about neither.
func (imp Import) reject(to *gevel.Rejects, p *Pose, home gevel.BAGID, err error) error {
	reason, message, ok := photos.RejectReason(err)
	if !ok {
		return err
	}
	if home != "" {
		message = string(home) + ": " + message
	}
	to.Add(reason, p.File, message)
	if imp.Rejected == nil {
		return nil
	}
	return imp.Rejected(p.File, p.Line, reason, message)
}
