from django.urls import URLPattern, URLResolver, include, path

from contests.categories.views import categories, supercategories

categories_urls = [
    path("", categories.categories, name="categories"),
    path("preset/", categories.apply_preset, name="preset"),
    path("sort/", categories.sort, name="sort_categories"),
    path("shortcuts/", categories.renew_shortcuts, name="renew_shortcuts"),
    path("new/", categories.new_category, name="new_category"),
    path("<int:category_id>/", categories.edit_category, name="edit_category"),
    path("<int:category_id>/move/", categories.move_category, name="move_category"),
    path("<int:category_id>/archive/", categories.archive_category, name="archive_category"),
    path("<int:category_id>/restore/", categories.restore_category, name="restore_category"),
    path("<int:category_id>/delete/", categories.delete_category, name="delete_category"),
]
supercategories_urls = [
    path("new/", supercategories.new_family, name="new_family"),
    path("colour/", supercategories.judge_colour, name="judge_colour"),
    path("<int:family_id>/", supercategories.edit_family, name="edit_family"),
    path("<int:family_id>/move/", supercategories.move_family, name="move_family"),
    path("<int:family_id>/delete/", supercategories.delete_family, name="delete_family"),
]
contest_urls: list[URLPattern | URLResolver] = [
    path("colours.css", supercategories.colours, name="colours"),
    path("categories/", include(categories_urls)),
    path("families/", include(supercategories_urls)),
]
urlpatterns = [path("contests/<int:contest_id>/", include(contest_urls))]
