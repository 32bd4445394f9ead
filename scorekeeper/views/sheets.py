from django.http import HttpResponse


def index(request):
    return HttpResponse("")


def blank(request, slug):
    return HttpResponse("")


def filled(request, code):
    return HttpResponse("")
